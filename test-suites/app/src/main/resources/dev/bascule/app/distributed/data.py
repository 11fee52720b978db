"""Data-parallel training of a small network on generated data. Each way ends in the same parameters, or somebody is wrong."""

import hashlib
import os
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from rank import mark, tell

INPUTS, HIDDEN, CLASSES = 32, 64, 10
RATE = 0.05


def now():
    """By the clock, and what this thread used of a processor until then."""
    return time.perf_counter(), time.thread_time()


def network(seed):
    torch.manual_seed(seed)
    return torch.nn.Sequential(
        torch.nn.Linear(INPUTS, HIDDEN),
        torch.nn.Tanh(),
        torch.nn.Linear(HIDDEN, HIDDEN),
        torch.nn.Tanh(),
        torch.nn.Linear(HIDDEN, CLASSES),
    )


def samples(seed, count, inputs=INPUTS, classes=CLASSES):
    """Labelled by a teacher, so that there is something to learn."""
    generator = torch.Generator().manual_seed(seed)
    features = torch.randn(count, inputs, generator=generator)
    teacher = torch.randn(inputs, classes, generator=generator)
    return features, (features @ teacher).argmax(1)


def flat(model):
    return torch.cat([p.detach().reshape(-1) for p in model.parameters()])


def sha256(tensor):
    return hashlib.sha256(tensor.numpy().tobytes()).hexdigest()


def shares(batch, ranks, uneven):
    """How many samples of a batch each rank takes: alike, or the first one and a half times as many as the others."""
    weights = [3 if uneven and rank == 0 else 2 for rank in range(ranks)]
    taken = [batch * weight // sum(weights) for weight in weights]
    taken[0] += batch - sum(taken)
    return taken


def shard(batch, step, rank, ranks, uneven):
    taken = shares(batch, ranks, uneven)
    begin = step * batch + sum(taken[:rank])
    return list(range(begin, begin + taken[rank]))


def backward(model, data, places, divisor):
    """Of the sum of losses over what one rank has, divided by how many samples count."""
    loss = torch.nn.functional.cross_entropy(model(data[0][places]), data[1][places], reduction="sum") / divisor
    loss.backward()
    return loss.item()


def combine(gradient, ranks):
    """Each rank's loss is divided by the whole batch, so gradients are added up."""
    dist.all_reduce(gradient)
    return gradient


def average_by_hand(model, ranks):
    gradient = torch.cat([p.grad.reshape(-1) for p in model.parameters()])
    gradient = combine(gradient, ranks)
    begin = 0
    for p in model.parameters():
        p.grad.copy_(gradient[begin : begin + p.numel()].view_as(p))
        begin += p.numel()


def halves(places, parts):
    size = -(-len(places) // parts)
    return [places[begin : begin + size] for begin in range(0, len(places), size)]


def step_by_hand(model, data, places, batch, ranks, parts):
    loss = sum(backward(model, data, part, batch) for part in halves(places, parts))
    computed = now()
    average_by_hand(model, ranks)
    return loss, computed


def quiet(model):
    return model.no_sync()


def step_ddp(model, data, places, batch, ranks, parts):
    """DistributedDataParallel divides by the number of ranks what it adds up, so each loss is of that many times the weight."""
    loss = 0.0
    pieces = halves(places, parts)
    for piece in pieces[:-1]:
        with quiet(model):
            loss += backward(model, data, piece, batch / ranks)
    loss += backward(model, data, pieces[-1], batch / ranks)
    return loss / ranks, now()


def seed_of(request):
    return request["seed"]


def save(path, step, model):
    torch.save({"step": step, "parameters": flat(model)}, path + ".part")
    os.replace(path + ".part", path)


def load(path, model):
    kept = torch.load(path)
    begin = 0
    for p in model.parameters():
        p.data.copy_(kept["parameters"][begin : begin + p.numel()].view_as(p))
        begin += p.numel()
    return kept["step"]


def train(request, way):
    rank, ranks, batch, steps = request["rank"], request["ranks"], request["batch"], request["steps"]
    data = samples(request["seed"] + 1, batch * steps)
    order = torch.randperm(batch * steps, generator=torch.Generator().manual_seed(request["seed"] + 2))
    model = network(seed_of(request))
    inner, first = model, 0
    if request["resume"]:
        first = load(request["checkpoint"], model)
    if way["by"] == "ddp":
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    name = way["name"]
    tell("hash", way=name, step=first, sha256=sha256(flat(inner)))
    # What DistributedDataParallel sends when it is made is not counted.
    dist.barrier()
    mark("%s/begin" % name)
    for step in range(first, steps):
        places = shard(batch, step, rank, ranks, way["uneven"])
        if way["reversed"]:
            places = places[::-1]
        dist.barrier()
        begin = now()
        optimizer.zero_grad()
        act = step_ddp if way["by"] == "ddp" else step_by_hand
        loss, computed = act(model, data, order[places], batch, ranks, way["parts"])
        combined = now()
        optimizer.step()
        end = now()
        computing, using = (computed[i] - begin[i] + end[i] - combined[i] for i in range(2))
        tell(
            "step",
            way=name,
            step=step + 1,
            loss=loss,
            samples=order[places].tolist(),
            computeMs=computing * 1e3,
            combineMs=(combined[0] - computed[0]) * 1e3,
            processorMs=using * 1e3,
        )
        if step + 1 == request["pauseAfter"] and rank == ranks - 1:
            mark("harm")
        if (step + 1) % request["every"] == 0 or step + 1 == steps:
            tell("hash", way=name, step=step + 1, sha256=sha256(flat(inner)))
            if rank == 0:
                tell("parameters", way=name, step=step + 1, values=flat(inner).tolist())
                if request["keep"]:
                    save(request["checkpoint"], step + 1, inner)
                if request["history"] and not way["reversed"]:
                    save("%s-%d" % (request["checkpoint"], step + 1), step + 1, inner)
    dist.barrier()
    mark("%s/end" % name)


def run(request):
    for way in request["ways"]:
        train(request, way)
