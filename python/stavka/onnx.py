"""Networks as ONNX, for runtimes that know nothing of Stavka. The package `onnx` has to be installed.

    python -m stavka.onnx armir --out armir.onnx
    python -m stavka.onnx armir --weights runs/first/best.safetensors --out mine.onnx

| input | type and shape | meaning |
| --- | --- | --- |
| `planes` | uint8, N x planes x height x width | as in observations; the scales are part of the network |
| `facts` | float32, N x facts | globals, then terms of advice (`stavka.Network.inputs`) |
| `tokens` | int16, M x 5 | the tokens of the legal actions of all positions, one position after the other |
| `owners` | int64, M | the position that each action belongs to |
| `scores` | float32, M | the advised score of each action; an advised network alone has it |

| output | type and shape | meaning |
| --- | --- | --- |
| `logits` | float32, M | of the actions |
| `wdl` | float32, N x 3 | chances of win, draw and loss of the side that decides |
| `margin` | float32, N | margin in the game's points, positive for that side |
"""

from __future__ import annotations

import argparse
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from . import Network, games, spec

OPSET = 17
#: What is added to the mean square of the channels of a cell before they are divided by its root.
EPSILON = 1e-5
#: The amount that the scaled number of a token calls 1.
AMOUNT_SCALE = 16.0


class _Graph:
    """Nodes of a graph, each by a call that gives the name of what it makes."""

    def __init__(self, arrays: dict[str, np.ndarray]):
        self.nodes, self.constants, self.count = [], [], 0
        self.arrays = arrays

    def constant(self, value, kind) -> str:
        self.count += 1
        name = f"constant.{self.count}"
        self.constants.append(numpy_helper.from_array(np.asarray(value, kind), name))
        return name

    def weights(self, name: str) -> str:
        if name not in {each.name for each in self.constants}:
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(self.arrays[name]), name))
        return name

    def __call__(self, operation: str, *inputs: str, **attributes) -> str:
        self.count += 1
        out = f"{operation.lower()}.{self.count}"
        self.nodes.append(helper.make_node(operation, list(inputs), [out], **attributes))
        return out

    def sum(self, *terms: str) -> str:
        total = terms[0]
        for term in terms[1:]:
            total = self("Add", total, term)
        return total

    def linear(self, bias: str, *terms: tuple[str, str]) -> str:
        """A bias with products of rows and matrices of weights."""
        return self.sum(*(self("MatMul", rows, self.weights(matrix)) for rows, matrix in terms), self.weights(bias))

    def unsqueeze(self, value: str, *axes: int) -> str:
        return self("Unsqueeze", value, self.constant(axes, np.int64))

    def axes(self, *axes: int) -> str:
        return self.constant(axes, np.int64)


def _normalised(graph: _Graph, trunk: str) -> str:
    """Each cell divided by the root mean square of its channels."""
    square = graph("ReduceMean", graph("Mul", trunk, trunk), axes=[2], keepdims=1)
    return graph("Div", trunk, graph("Sqrt", graph("Add", square, graph.constant(EPSILON, np.float32))))


def _pooled(graph: _Graph, rows: str, mask: str) -> str:
    """Mean and maximum of each channel over the cells in play: N x 2 channels."""
    cells = graph("ReduceSum", mask, graph.axes(1), keepdims=0)
    mean = graph("Div", graph("ReduceSum", rows, graph.axes(1), keepdims=0), graph("Max", cells, graph.constant(1.0, np.float32)))
    out = graph("Sub", mask, graph.constant(1.0, np.float32))
    sunk = graph("Add", rows, graph("Mul", out, graph.constant(1e9, np.float32)))
    highest = graph("ReduceMax", sunk, axes=[1], keepdims=0)
    some = graph("Min", cells, graph.constant(1.0, np.float32))
    return graph("Concat", mean, graph("Mul", highest, some), axis=1)


def model(network: Network, scales: np.ndarray) -> onnx.ModelProto:
    """The network as a model. `scales` are those of the planes (`stavka.Spec.scales`)."""
    description = json.loads(network.description)
    sizes, shape = description["architecture"], description["input"]
    advised, area = sizes["advised"], shape["height"] * shape["width"]
    g = _Graph(network.arrays())
    near = network.neighbours()
    # Cell number `area` is beyond the edge, and zero.
    taps = [np.arange(area)] + [np.where(column < 0, area, column) for column in near.T]

    def bordered(rows: str) -> str:
        """With a row of zeros after the cells."""
        zero = g("Mul", g("Slice", rows, g.axes(0), g.axes(1), g.axes(1)), g.constant(0.0, np.float32))
        return g("Concat", rows, zero, axis=1)

    def full(rows: str, part: str) -> str:
        """A matrix for the cell and for each neighbour."""
        padded = bordered(rows)
        matrices = g.arrays[part]
        terms = [
            g("MatMul", g("Gather", padded, g.constant(tap, np.int64), axis=1), g.constant(matrices[index], np.float32))
            for index, tap in enumerate(taps)
        ]
        return g.sum(*terms)

    planes = g("Div", g("Cast", "planes", to=TensorProto.FLOAT), g.constant(scales.reshape(1, -1, 1, 1), np.float32))
    seen = g("Transpose", g("Reshape", planes, g.constant([0, len(shape["planes"]), area], np.int64)), perm=[0, 2, 1])
    if "in-play" in shape["planes"]:
        at = shape["planes"].index("in-play")
        mask = g("Cast", g("Cast", g("Slice", seen, g.axes(at), g.axes(at + 1), g.axes(2)), to=TensorProto.BOOL), to=TensorProto.FLOAT)
    else:
        first = g("Slice", seen, g.axes(0), g.axes(1), g.axes(2))
        mask = g("Add", g("Mul", first, g.constant(0.0, np.float32)), g.constant(1.0, np.float32))

    everywhere = g.unsqueeze(g.linear("stem.bias", ("facts", "stem.globals")), 1)
    trunk = g("Mul", g("Add", g("MatMul", seen, g.weights("stem.planes")), everywhere), mask)
    for block in range(sizes["depth"]):
        name = f"block.{block}.".__add__
        normal = _normalised(g, trunk)
        pool = g.unsqueeze(g.linear(name("inner_bias"), (_pooled(g, normal, mask), name("pool"))), 1)
        if sizes["convolution"] == "separable":
            padded, weights = bordered(normal), g.arrays[name("taps")]
            terms = [
                g("Mul", g("Gather", padded, g.constant(tap, np.int64), axis=1), g.constant(weights[index], np.float32))
                for index, tap in enumerate(taps)
            ]
            hidden = g("Relu", g("Add", g("MatMul", g.sum(*terms), g.weights(name("inner"))), pool))
            branch = g.linear(name("outer_bias"), (hidden, name("outer")))
        else:
            hidden = g("Mul", g("Relu", g("Add", full(normal, name("inner")), pool)), mask)
            branch = g("Add", full(hidden, name("outer")), g.weights(name("outer_bias")))
        trunk = g("Add", trunk, g("Mul", branch, mask))
    trunk = _normalised(g, trunk)

    summary = g("Relu", g.linear("context.bias", ("facts", "context.globals"), (_pooled(g, trunk, mask), "context.pool")))
    value = g("Relu", g.linear("value.hidden_bias", (summary, "value.hidden")))
    results = g.linear("value.result_bias", (value, "value.result"))
    if advised:
        place = len(shape["globals"])
        odds = g("Slice", "facts", g.axes(place), g.axes(place + 1), g.axes(1))
        half = g("Mul", odds, g("Mul", g.weights("value.trust"), g.constant(0.5, np.float32)))
        results = g("Add", results, g("Mul", half, g.constant([[1.0, 0.0, -1.0]], np.float32)))
    wdl = g("Softmax", results, axis=1)
    margin = g("Mul", g.linear("value.margin_bias", (value, "value.margin")), g.constant(sizes["margin_scale"], np.float32))
    margin = g("Squeeze", margin, g.axes(1))

    rows = g("Reshape", bordered(trunk), g.constant([-1, sizes["width"]], np.int64))
    begins = g("Mul", "owners", g.constant(area + 1, np.int64))
    tokens = g("Cast", "tokens", to=TensorProto.INT64)
    verb, unit, origin, aim, amount = (g("Gather", tokens, g.constant(column, np.int64), axis=1) for column in range(5))

    def place_of(cell: str) -> str:
        """The row of the trunk of a cell, zeros for none."""
        outside = g("Less", cell, g.constant(0, np.int64))
        return g("Gather", rows, g("Add", begins, g("Where", outside, g.constant(area, np.int64), cell)), axis=0)

    def row_of(name: str, index: str) -> str:
        """The row of an embedding, whose first stands for "does not apply"."""
        return g("Gather", g.weights(name), g("Add", index, g.constant(1, np.int64)), axis=0)

    number = g("Cast", g("Max", amount, g.constant(0, np.int64)), to=TensorProto.FLOAT)
    number = g.unsqueeze(g("Div", number, g.constant(AMOUNT_SCALE, np.float32)), 1)
    terms = [
        g("Gather", g.linear("policy.bias", (summary, "policy.context")), "owners", axis=0),
        g("MatMul", place_of(origin), g.weights("policy.from")),
        g("MatMul", place_of(aim), g.weights("policy.to")),
        row_of("policy.unit", unit),
        row_of("policy.verb", verb),
        row_of("policy.amount", g("Min", amount, g.constant(sizes["amounts"] - 2, np.int64))),
        g("Mul", number, g.weights("policy.number")),
    ]
    if advised:
        terms.append(g("Mul", g.unsqueeze("scores", 1), g.weights("policy.score")))
    hidden = g("Relu", g.linear("policy.hidden_bias", (g("Relu", g.sum(*terms)), "policy.hidden")))
    logits = g("MatMul", hidden, g.weights("policy.out"))
    if advised:
        logits = g("Add", logits, g("Mul", "scores", g.weights("policy.trust")))

    for made, name in ((logits, "logits"), (wdl, "wdl"), (margin, "margin")):
        g.nodes.append(helper.make_node("Identity", [made], [name]))
    facts = len(shape["globals"]) + len(shape.get("advice", []))
    given = [
        helper.make_tensor_value_info("planes", TensorProto.UINT8, ["N", len(shape["planes"]), shape["height"], shape["width"]]),
        helper.make_tensor_value_info("facts", TensorProto.FLOAT, ["N", facts]),
        helper.make_tensor_value_info("tokens", TensorProto.INT16, ["M", 5]),
        helper.make_tensor_value_info("owners", TensorProto.INT64, ["M"]),
    ]
    if advised:
        given.append(helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["M"]))
    told = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["M"]),
        helper.make_tensor_value_info("wdl", TensorProto.FLOAT, ["N", 3]),
        helper.make_tensor_value_info("margin", TensorProto.FLOAT, ["N"]),
    ]
    graph = helper.make_graph(g.nodes, "stavka", given, told, g.constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="stavka")
    made.ir_version = 8
    helper.set_model_props(made, {"description": network.description})
    onnx.checker.check_model(made, full_check=True)
    return made


def export(network: Network, scales: np.ndarray, path: os.PathLike | str) -> None:
    """Writes the network as an ONNX file."""
    unfinished = f"{os.fspath(path)}.tmp"
    onnx.save_model(model(network, scales), unfinished)
    os.replace(unfinished, path)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m stavka.onnx", description="Write a network as ONNX.")
    parser.add_argument("game", choices=games())
    parser.add_argument("--scenario", help="a scenario whose planes the network reads [default: the first]")
    parser.add_argument("--role", choices=("player", "judge"), default="player", help="which of the shipped networks")
    parser.add_argument("--weights", help="a file of weights in the place of a shipped one")
    parser.add_argument("--out", required=True, help="the ONNX file")
    options = parser.parse_args(arguments)
    try:
        network = Network(options.game, role=options.role, weights=options.weights)
        export(network, spec(options.game, options.scenario).scales, options.out)
    except (OSError, ValueError) as problem:
        parser.exit(2, f"stavka.onnx: {problem}\n")
    print(f"{options.out}: {os.path.getsize(options.out):,} bytes")


if __name__ == "__main__":
    main()
