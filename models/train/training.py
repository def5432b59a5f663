"""What all trainings share: the schedule, averaged weights, checkpoints."""

import copy
import json
import math
import os
import time
from pathlib import Path

import numpy as np
import torch

torch.set_num_threads(1)

# Two threads were no faster than one.
MEMORY_FORMAT = torch.channels_last

# Measured on a 2-core machine with avx512_bf16 but no AMX, one thread, in ms per step with float32 and with bfloat16
# autocast: the squares network (64 crops) 138 and 76, the locator (16 pictures) 530 and 270. On a processor without such
# instructions bfloat16 took twice float32's time.
HAS_BFLOAT16 = bool({"avx512_bf16", "amx_bf16"} & set(Path("/proc/cpuinfo").read_text().split()))


# Only pieces_real.py uses an accelerator.
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def autocast(device="cpu"):
    """Computes in bfloat16 where that is safe and the processor can; losses are to be taken of `.float()`."""
    kind = torch.device(device).type
    return torch.autocast(kind, torch.bfloat16, enabled=HAS_BFLOAT16 or kind != "cpu")


def to_network_input(pictures):
    """(n, height, width, 3) uint8 BGR to the networks' input: (n, 3, height, width) float32, (x - 127.5) / 127.5."""
    values = torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float()
    return values.sub_(127.5).div_(127.5).contiguous(memory_format=MEMORY_FORMAT)


class Training:
    """A network under training: AdamW, a cosine schedule by step count with a warm-up, and exponentially averaged weights.
    `checkpoint` is written every `every` steps and read back at the start, so that an interrupted run goes on."""

    def __init__(self, network, steps, peak_rate, weight_decay, warm_up, checkpoint, every=500):
        self.network = network.to(memory_format=MEMORY_FORMAT)
        self.averaged = copy.deepcopy(self.network).eval()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), peak_rate, weight_decay=weight_decay)
        self.steps, self.peak_rate, self.warm_up = steps, peak_rate, warm_up
        self.checkpoint, self.every = checkpoint, every
        self.step, self.seconds, self.losses = 0, 0.0, []
        if checkpoint.exists():
            self._read()

    def rate(self):
        warm_up = min(1, (self.step + 1) / self.warm_up)
        return self.peak_rate * warm_up * (0.5 + 0.5 * math.cos(math.pi * self.step / self.steps))

    def run(self, loss_of_step, on_checkpoint=lambda: None):
        """Calls loss_of_step(network, step) -> (loss, {name: part}) until all steps are done."""
        started = time.time() - self.seconds
        self.network.train()
        while self.step < self.steps:
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate()
            loss, parts = loss_of_step(self.network, self.step)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
            self.optimizer.step()
            self.step += 1
            self._average()
            self._report(parts, time.time() - started)
            if self.step % self.every == 0 or self.step == self.steps:
                self.seconds = time.time() - started
                self._write()
                on_checkpoint()

    @torch.no_grad()
    def _average(self):
        decay = min(0.998, self.step / (self.step + 20))
        pairs = list(zip(self.averaged.state_dict().values(), self.network.state_dict().values()))
        floating = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        torch._foreach_lerp_([mean for mean, _ in floating], [value for _, value in floating], 1 - decay)
        for mean, value in pairs:
            if not value.dtype.is_floating_point:
                mean.copy_(value)

    def _report(self, parts, seconds):
        self.losses.append(parts)
        if self.step % 100 == 0:
            means = {name: round(float(np.mean([float(loss[name]) for loss in self.losses])), 4) for name in parts}
            print(json.dumps({"step": self.step, "seconds": round(seconds), **means}), flush=True)
            self.losses = []

    def _write(self):
        state = {
            "network": self.network.state_dict(), "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(), "step": self.step, "seconds": self.seconds,
        }
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.checkpoint.with_suffix(".tmp")
        torch.save(state, temporary)
        os.replace(temporary, self.checkpoint)

    def _read(self):
        state = torch.load(self.checkpoint, weights_only=True, map_location=DEVICE)
        self.network.load_state_dict(state["network"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.seconds = state["step"], state["seconds"]
