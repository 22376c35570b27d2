"""The network of a learning bench in PyTorch eager, for comparison: the same operations over random positions.

    python3 training/eager.py --like bench.json [--seconds S] [--device cuda]

`bench.json` is what `stavka bench --learning --format json` printed. Prints one JSON with the evaluations per second
of each of its batch sizes. A run copies positions to the device, planes as bytes, computes in bfloat16 on CUDA (float32 elsewhere)
and copies the answers back, as the bench does.
"""

import argparse
import json
import time

import torch
import torch.nn.functional as F

HEIGHT, WIDTH, PLANES, GLOBALS = 31, 24, 41, 34
UNITS, VERBS, ACTIONS, TAPS = 256, 40, 29, 7
# The tap of each place of a kernel three wide, for even rows and, behind an empty line, for odd ones; 7 is none.
PLACES = ([1, 2, 7, 3, 0, 4, 5, 6, 7], [7, 7, 7, 7, 1, 2, 3, 0, 4, 7, 5, 6])


class Network:
    def __init__(self, shape, device, kind):
        self.device, self.kind = device, kind
        self.depth, self.full = shape["depth"], shape["convolution"] == "full"
        width, policy, value = shape["width"], shape["policy_width"], shape["value_width"]
        self.parts = {}
        self.add("stem.planes", PLANES, width)
        self.add("stem.globals", GLOBALS, width)
        self.add("stem.bias", width)
        for block in range(self.depth):
            if self.full:
                self.add(f"{block}.inner", TAPS, width, width)
                self.add(f"{block}.outer", TAPS, width, width)
            else:
                self.add(f"{block}.taps", TAPS, width)
                self.add(f"{block}.inner", width, width)
                self.add(f"{block}.outer", width, width)
            self.add(f"{block}.pool", 2 * width, width)
            self.add(f"{block}.inner_bias", width)
            self.add(f"{block}.outer_bias", width)
        for name, sizes in {
            "context.globals": (GLOBALS, value), "context.pool": (2 * width, value), "context.bias": (value,),
            "value.hidden": (value, value), "value.hidden_bias": (value,),
            "value.result": (value, 3), "value.result_bias": (3,), "value.margin": (value, 1), "value.margin_bias": (1,),
            "policy.from": (width, policy), "policy.to": (width, policy), "policy.unit": (UNITS + 1, policy),
            "policy.verb": (VERBS + 1, policy), "policy.amount": (shape["amounts"], policy), "policy.number": (policy,),
            "policy.context": (value, policy), "policy.bias": (policy,),
            "policy.hidden": (policy, policy), "policy.hidden_bias": (policy,), "policy.out": (policy,),
        }.items():
            self.add(name, *sizes)
        self.places = [torch.tensor(places, device=device) for places in PLACES]
        self.scales = torch.full((PLANES, 1, 1), 16.0, device=device)

    def add(self, name, *sizes):
        self.parts[name] = (0.1 * torch.randn(*sizes, device=self.device)).to(self.kind)

    def linear(self, rows, weights, bias):
        return torch.addmm(self.parts[bias], rows.to(self.kind), self.parts[weights])

    def pointwise(self, planes, name, bias):
        count, _, height, width = planes.shape
        weights = self.parts[name].t()
        bias = bias[..., None].expand(count, len(weights), height * width)
        rows = torch.baddbmm(bias, weights.expand(count, *weights.shape), planes.to(self.kind).flatten(2))
        return rows.view(count, len(weights), height, width)

    def convolve(self, planes, weights, groups):
        """`weights`: outputs x inputs per group x taps."""
        taps = torch.cat([weights, torch.zeros_like(weights[:, :, :1])], 2)
        lines = []
        for places in self.places:
            kernel = taps.index_select(2, places).view(*taps.shape[:2], -1, 3)
            lines.append(F.conv2d(planes, kernel, stride=(2, 1), padding=1, groups=groups))
        count, channels, half, width = lines[0].shape
        return torch.stack(lines, 3).view(count, channels, 2 * half, width)

    def block(self, normal, pool, block):
        parts = self.parts
        bias = parts[f"{block}.outer_bias"]
        if self.full:
            full = lambda planes, name: self.convolve(planes, parts[f"{block}.{name}"].permute(2, 1, 0), 1)
            hidden = F.relu(full(normal, "inner") + pool[:, :, None, None]) * self.mask.to(self.kind)
            return full(hidden, "outer") + bias.view(1, -1, 1, 1)
        taps = parts[f"{block}.taps"]
        near = self.convolve(normal, taps.t()[:, None, :], taps.shape[1])
        return self.pointwise(F.relu(self.pointwise(near, f"{block}.inner", pool)), f"{block}.outer", bias)

    def pooled(self, normal):
        normal = normal.flatten(2)
        highest, _ = (normal + self.sunk).max(2)
        return torch.cat([normal.sum(2) / self.hexes.clamp_min(1), highest * self.hexes.clamp_max(1)], 1)

    def forward(self, planes, general, indices, numbers):
        parts = self.parts
        normalised = lambda trunk: trunk * (trunk.square().mean(1, keepdim=True) + 1e-5).rsqrt()
        planes = F.pad(planes / self.scales, (0, 0, 0, HEIGHT % 2))
        self.mask = (planes[:, :1] != 0).float()
        self.sunk = (self.mask.flatten(2) - 1) * 1e9
        self.hexes = self.mask.sum((2, 3))
        everywhere = self.linear(general, "stem.globals", "stem.bias")
        trunk = self.pointwise(planes, "stem.planes", everywhere).float() * self.mask
        for block in range(self.depth):
            normal = normalised(trunk)
            pool = self.linear(self.pooled(normal), f"{block}.pool", f"{block}.inner_bias")
            trunk = torch.addcmul(trunk, self.block(normal.to(self.kind), pool, block).float(), self.mask)
        trunk = normalised(trunk)
        summary = self.linear(general, "context.globals", "context.bias") + self.pooled(trunk).to(self.kind) @ parts["context.pool"]
        summary = F.relu(summary)
        value = F.relu(self.linear(summary, "value.hidden", "value.hidden_bias"))
        rows = trunk.to(self.kind).permute(0, 2, 3, 1).reshape(-1, trunk.shape[1])
        place = lambda end: rows.index_select(0, indices[end]) * numbers[end][:, None].to(self.kind)
        scores = (
            self.linear(summary, "policy.context", "policy.bias").index_select(0, indices[5])
            + place(0) @ parts["policy.from"] + place(1) @ parts["policy.to"]
            + parts["policy.unit"].index_select(0, indices[2]) + parts["policy.verb"].index_select(0, indices[3])
            + parts["policy.amount"].index_select(0, indices[4]) + numbers[2][:, None].to(self.kind) * parts["policy.number"]
        )
        hidden = F.relu(self.linear(F.relu(scores), "policy.hidden", "policy.hidden_bias"))
        result = torch.softmax(self.linear(value, "value.result", "value.result_bias").float(), 1)
        return (hidden @ parts["policy.out"]).float(), result, self.linear(value, "value.margin", "value.margin_bias").float()


def positions(batch, amounts):
    actions = batch * ACTIONS
    owners = torch.arange(batch).repeat_interleave(ACTIONS)
    rows = [owners * (HEIGHT + HEIGHT % 2) * WIDTH + torch.randint(HEIGHT * WIDTH, (actions,)) for _ in range(2)]
    rows += [torch.randint(limit, (actions,)) for limit in (UNITS, VERBS, amounts)] + [owners]
    planes = torch.randint(256, (batch, PLANES, HEIGHT, WIDTH), dtype=torch.uint8)
    planes[:, 0] = 1
    return planes, torch.rand(batch, GLOBALS), torch.stack(rows), torch.ones(3, actions)


@torch.no_grad()
def speed(network, batch, amounts, seconds):
    host = positions(batch, amounts)
    is_cuda = network.device.type == "cuda"

    def run():
        there = [(part.pin_memory() if is_cuda else part).to(network.device, non_blocking=True) for part in host]
        return [answer.cpu() for answer in network.forward(*there)]

    for _ in range(3):
        run()
    begun, runs = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        run()
        runs += 1
    return runs * batch / (time.perf_counter() - begun)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--like", required=True, metavar="FILE", help="what the bench printed")
    arguments.add_argument("--seconds", type=float, default=20.0, help="time for all batch sizes together")
    arguments.add_argument("--device", default="cuda")
    given = arguments.parse_args()
    with open(given.like) as file:
        bench = json.load(file)
    device = torch.device(given.device)
    kind = torch.bfloat16 if device.type == "cuda" else torch.float32
    network = Network(bench["network"], device, kind)
    sizes = [measured["batch"] for measured in bench["network_alone"]]
    speeds = [
        {"batch": size, "evaluations_per_second": speed(network, size, bench["network"]["amounts"], given.seconds / len(sizes))}
        for size in sizes
    ]
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else f"CPU, {torch.get_num_threads()} threads"
    print(json.dumps({"torch": torch.__version__, "device": name, "network_alone": speeds}, indent=2))


if __name__ == "__main__":
    main()
