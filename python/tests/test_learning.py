"""A policy with a weight for each action learns on ids."""

import numpy as np

import stavka

GAME, SCENARIO = "bolt-action", "duel"
STEPS, BATCH, RATE = 100_000, 32, 0.05


class LinearPolicy:
    """The logit of an action is a weighted sum of globals, with weights of its own for each id."""

    def __init__(self, spec: stavka.Spec):
        self.weights = np.zeros((spec.id_space, len(spec.globals) + 1), np.float32)

    @staticmethod
    def features(observations) -> np.ndarray:
        return np.concatenate([observations["globals"], np.ones((len(observations["globals"]), 1), np.float32)], axis=1)

    def odds(self, ids: np.ndarray, features: np.ndarray) -> np.ndarray:
        """Chances of the legal actions, whose ids are padded with -1: environments x actions."""
        logits = np.einsum("naf,nf->na", self.weights[ids], features)
        logits[ids < 0] = -np.inf
        logits -= logits.max(axis=1, keepdims=True)
        odds = np.exp(logits)
        return odds / odds.sum(axis=1, keepdims=True)

    def choose(self, ids: np.ndarray, features: np.ndarray, dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        odds = self.odds(ids, features)
        slots = (odds.cumsum(axis=1) < dice.random((len(odds), 1))).sum(axis=1)
        return np.minimum(slots, (ids >= 0).sum(axis=1) - 1), odds

    def learn(self, episode, advantage: float) -> None:
        """Policy gradient of one game."""
        for ids, features, odds, slot in episode:
            push = -odds
            push[slot] += 1
            np.add.at(self.weights, ids, RATE * advantage * push[:, None] * features)


def play(policy: LinearPolicy, steps: int, *, learn: bool, seed: int) -> list[float]:
    """Results of the games that end within so many steps."""
    envs = stavka.make_vec(GAME, BATCH, scenario=SCENARIO, side="axis", opponent="random", actions="ids")
    dice = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    episodes, results, over = [[] for _ in range(BATCH)], [], np.zeros(BATCH, bool)
    for _ in range(steps // BATCH):
        ids = envs.ids()[:, : max(1, int(infos["legal_count"].max()))]
        features = policy.features(observations)
        ids[over, 0] = 0
        slots, odds = policy.choose(ids, features, dice)
        for row in np.flatnonzero(~over):
            legal = int(infos["legal_count"][row])
            episodes[row].append((ids[row, :legal], features[row], odds[row, :legal], slots[row]))
        observations, rewards, terminated, truncated, infos = envs.step(ids[np.arange(BATCH), slots])
        over = terminated | truncated
        for row in np.flatnonzero(over):
            results.append(float(rewards[row]))
            if learn:
                policy.learn(episodes[row], results[-1] - float(np.mean(results[-200:])))
            episodes[row] = []
    return results


def test_a_masked_linear_policy_on_ids_learns_to_beat_chance():
    policy = LinearPolicy(stavka.spec(GAME, SCENARIO))
    before = np.mean(play(policy, 20_000, learn=False, seed=1))
    play(policy, STEPS, learn=True, seed=2)
    after = play(policy, 20_000, learn=False, seed=3)
    # Three standard errors of a mean of so many results of 1 and -1.
    assert np.mean(after) > 3 / np.sqrt(len(after)), f"{len(after)} games, mean {np.mean(after):.2f}; untrained {before:.2f}"
    assert np.mean(after) > before
