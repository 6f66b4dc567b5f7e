"""A small network of two layers of neurons: what it says about features, and how it is kept in a file.

The last layer has one output for each label; the first label is the plain shape. Outputs of the eight positions of a
mask are averaged, so that they count alike.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

STEPS = 127
"""Weights are kept as whole numbers from -STEPS to STEPS, with a scale for each neuron."""


@dataclass(frozen=True, slots=True)
class Network:
    """`weights` and `biases` layer by layer; `labels` of the outputs, the plain shape first."""

    labels: tuple[str, ...]
    weights: tuple[Matrix, ...]
    biases: tuple[Matrix, ...]

    def outputs(self, inputs: Matrix) -> Matrix:
        """The outputs before they are made shares: shape (n, labels) for inputs of shape (n, features)."""
        values = inputs
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            values = np.maximum(values @ weights + biases, 0)
        return values @ self.weights[-1] + self.biases[-1]

    def shares(self, views: Matrix) -> Matrix:
        """How likely each label is, for masks in eight positions: (n, 8, features) gives (n, labels)."""
        count, positions, width = views.shape
        outputs = self.outputs(views.reshape(count * positions, width)).reshape(count, positions, -1).mean(axis=1)
        return softmax(outputs)

    def to_bytes(self) -> bytes:
        """The file: the same bytes for the same weights."""
        arrays: dict[str, NDArray[np.generic]] = {"labels": np.array(self.labels)}
        for number, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            scale = np.maximum(abs(weights).max(axis=0), 1e-9) / STEPS
            arrays[f"weights{number}"] = np.rint(weights / scale).astype(np.int8)
            arrays[f"scale{number}"] = scale.astype(np.float32)
            arrays[f"biases{number}"] = biases.astype(np.float32)
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the names for options
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> Network:
        """The network that a file holds."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            layers = range(sum(name.startswith("weights") for name in file.files))
            return Network(
                tuple(map(str, file["labels"])),
                tuple(file[f"weights{number}"].astype(np.float32) * file[f"scale{number}"] for number in layers),
                tuple(file[f"biases{number}"] for number in layers),
            )


def softmax(outputs: Matrix) -> Matrix:
    """Outputs as shares that add up to one."""
    powers = np.exp(outputs - outputs.max(axis=-1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=-1, keepdims=True)
    return shares


def fit(
    inputs: Matrix, targets: NDArray[np.int64], labels: Sequence[str], hidden: Sequence[int], rounds: int, seed: int
) -> Network:
    """A network that tells `targets` (places in `labels`) from `inputs`, trained by Adam with a falling rate.

    Kingma and Ba 2015; weights decay a little, so that small differences of features stay small.
    """
    random = np.random.default_rng(seed)
    sizes = [inputs.shape[1], *hidden, len(labels)]
    layers = [
        (random.normal(0, np.sqrt(2 / low), (low, high)).astype(np.float32), np.zeros(high, dtype=np.float32))
        for low, high in pairwise(sizes)
    ]
    values = [array for layer in layers for array in layer]
    first, second = [np.zeros_like(array) for array in values], [np.zeros_like(array) for array in values]
    batch, step = 512, 0
    steps = rounds * (len(inputs) // batch)
    for _ in range(rounds):
        order = random.permutation(len(inputs))
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            step += 1
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5
            for number, slope in enumerate(_slopes(values, inputs[chosen], targets[chosen])):
                first[number] = 0.9 * first[number] + 0.1 * slope
                second[number] = 0.999 * second[number] + 0.001 * slope * slope
                change = (first[number] / (1 - 0.9**step)) / (np.sqrt(second[number] / (1 - 0.999**step)) + 1e-8)
                values[number] -= (rate * (change + 0.01 * values[number])).astype(np.float32)
    return Network(tuple(labels), tuple(values[0::2]), tuple(values[1::2]))


def _slopes(values: list[Matrix], inputs: Matrix, targets: NDArray[np.int64]) -> list[Matrix]:
    """How the loss changes with each weight and bias."""
    levels = [inputs]
    for number in range(0, len(values) - 2, 2):
        levels.append(np.maximum(levels[-1] @ values[number] + values[number + 1], 0))
    error = softmax(levels[-1] @ values[-2] + values[-1])
    error[np.arange(len(targets)), targets] -= 1
    error /= len(targets)
    slopes: list[Matrix] = []
    for number in range(len(levels) - 1, -1, -1):
        slopes[:0] = [levels[number].T @ error, error.sum(axis=0)]
        if number:
            error = (error @ values[2 * number].T) * (levels[number] > 0)
    return slopes
