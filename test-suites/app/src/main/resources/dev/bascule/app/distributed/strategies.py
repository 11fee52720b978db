"""A network in parts: layers split over shards, blocks over stages, the whole of it over replicas. All must end as one rank does."""

import base64
import datetime

import torch
import torch.distributed as dist

from data import now, samples, seed_of
from rank import mark, tell

# As many classes as inputs: the first and the last stage are as heavy.
INPUTS, WIDTH = 16, 64
RATE = 0.05
SPLIT = {"up": 0, "upBias": 0, "down": 1}


class Grid:
    """Where a rank is: shards change fastest, replicas slowest."""

    def __init__(self, way, rank):
        self.replicas, self.stages, self.shards = way["replicas"], way["stages"], way["shards"]
        self.replica, rest = divmod(rank, self.stages * self.shards)
        self.stage, self.shard = divmod(rest, self.shards)
        self.first, self.last = self.stage == 0, self.stage == self.stages - 1

    def at(self, replica, stage, shard):
        return (replica * self.stages + stage) * self.shards + shard

    def neighbour(self, further):
        return self.at(self.replica, self.stage + further, self.shard)


def group(members, limit):
    """Each rank has to take part in the making of each group."""
    return dist.new_group(members, timeout=datetime.timedelta(seconds=limit)) if len(members) > 1 else None


def shard_groups(grid, limit):
    return {
        (replica, stage): group([grid.at(replica, stage, shard) for shard in range(grid.shards)], limit)
        for replica in range(grid.replicas)
        for stage in range(grid.stages)
    }


def replica_groups(grid, limit):
    return {
        (stage, shard): group([grid.at(replica, stage, shard) for replica in range(grid.replicas)], limit)
        for stage in range(grid.stages)
        for shard in range(grid.shards)
    }


class Talk:
    """All that a rank says to others, how long that took, and how much of a processor."""

    def __init__(self):
        self.combining = self.passing = self.used = 0.0
        self.under_way = []

    def since(self, begin):
        """How long that took; what it used of a processor is kept apart, since it is no computing."""
        end = now()
        self.used += end[1] - begin[1]
        return end[0] - begin[0]

    def add_up(self, tensor, among):
        begin = now()
        dist.all_reduce(tensor, group=among)
        self.combining += self.since(begin)
        return tensor

    def receive(self, shape, source, tag):
        begin = now()
        tensor = torch.empty(shape)
        dist.recv(tensor, source, tag=tag)
        self.passing += self.since(begin)
        return tensor

    def send(self, tensor, to, tag):
        begin = now()
        # Kept until it is sent.
        self.under_way.append((dist.isend(tensor, to, tag=tag), tensor))
        self.passing += self.since(begin)

    def finish(self):
        begin = now()
        for work, _ in self.under_way:
            work.wait()
        self.passing += self.since(begin)


def add_gradients_up(gradient, talk, among):
    return talk.add_up(gradient.clone(memory_format=torch.contiguous_format), among)


class IntoShards(torch.autograd.Function):
    """Forward nothing, backward the sum: f of Megatron-LM."""

    @staticmethod
    def forward(context, x, talk, among):
        context.talk, context.among = talk, among
        return x.view_as(x)

    @staticmethod
    def backward(context, gradient):
        return add_gradients_up(gradient, context.talk, context.among), None, None


class OutOfShards(torch.autograd.Function):
    """Forward the sum, backward nothing: g of Megatron-LM."""

    @staticmethod
    def forward(context, x, talk, among):
        return talk.add_up(x.clone(memory_format=torch.contiguous_format), among)

    @staticmethod
    def backward(context, gradient):
        return gradient, None, None


def weights(seed, blocks, hidden):
    generator = torch.Generator().manual_seed(seed)

    def drawn(*shape):
        return torch.randn(*shape, generator=generator) / shape[-1] ** 0.5

    whole = {"embed": drawn(WIDTH, INPUTS)}
    for block in range(blocks):
        whole["%d.up" % block] = drawn(hidden, WIDTH)
        whole["%d.upBias" % block] = drawn(hidden)
        whole["%d.down" % block] = drawn(WIDTH, hidden)
        whole["%d.downBias" % block] = drawn(WIDTH)
    whole["head"] = drawn(INPUTS, WIDTH)
    return whole


def shard_of(tensor, name, shard, shards):
    """Of the first layer some rows, which are its outputs; of the second the columns that take them."""
    axis = SPLIT.get(name.split(".")[-1])
    return tensor if axis is None else tensor.chunk(shards, axis)[shard]


def own(whole, grid, blocks):
    mine = {}
    for name, tensor in whole.items():
        block = {"embed": 0, "head": blocks - 1}.get(name)
        block = int(name.split(".")[0]) if block is None else block
        if block * grid.stages // blocks == grid.stage:
            mine[name] = shard_of(tensor, name, grid.shard, grid.shards).clone(memory_format=torch.contiguous_format)
            mine[name].requires_grad_()
    return mine


def forward(mine, grid, x, talk, among, blocks):
    if grid.first:
        x = x @ mine["embed"].T
    for block in range(blocks * grid.stage // grid.stages, blocks * (grid.stage + 1) // grid.stages):
        inner = x if among is None else IntoShards.apply(x, talk, among)
        hidden = torch.tanh(inner @ mine["%d.up" % block].T + mine["%d.upBias" % block])
        outer = hidden @ mine["%d.down" % block].T
        outer = outer if among is None else OutOfShards.apply(outer, talk, among)
        x = x + outer + mine["%d.downBias" % block]
    return x @ mine["head"].T if grid.last else x


def backward_of(mine, micro, output, gradient):
    output.backward(gradient)


def gpipe(stage, stages, micros):
    return [("forward", i) for i in range(micros)] + [("backward", i) for i in range(micros)]


def one_forward_one_backward(stage, stages, micros):
    ahead = min(micros, stages - 1 - stage)
    order = [("forward", i) for i in range(ahead)]
    for i in range(micros - ahead):
        order += [("forward", ahead + i), ("backward", i)]
    return order + [("backward", i) for i in range(micros - ahead, micros)]


SCHEDULES = {"gpipe": gpipe, "1f1b": one_forward_one_backward}


def step_of(mine, grid, data, places, order, batch, talk, among, blocks):
    """@param places which samples each micro-batch has; @return the sum of losses, where the last stage is"""
    loss, held = 0.0, {}
    for what, i in order:
        shape = (len(places[i]), WIDTH)
        if what == "forward":
            x = data[0][places[i]] if grid.first else talk.receive(shape, grid.neighbour(-1), 2 * i).requires_grad_()
            y = forward(mine, grid, x, talk, among, blocks)
            if grid.last:
                y = torch.nn.functional.cross_entropy(y, data[1][places[i]], reduction="sum") / batch
                loss += y.item()
            else:
                talk.send(y.detach(), grid.neighbour(1), 2 * i)
            held[i] = (x, y)
        else:
            x, y = held.pop(i)
            gradient = None if grid.last else talk.receive(shape, grid.neighbour(1), 2 * i + 1)
            backward_of(mine, i, y, gradient)
            if not grid.first:
                talk.send(x.grad, grid.neighbour(-1), 2 * i + 1)
    talk.finish()
    return loss


def average(mine, talk, among):
    """Each replica's loss is divided by the whole batch, so gradients are added up."""
    gradient = talk.add_up(torch.cat([p.grad.reshape(-1) for p in mine.values()]), among)
    begin = 0
    for p in mine.values():
        p.grad.copy_(gradient[begin : begin + p.numel()].view_as(p))
        begin += p.numel()


def tell_parts(way, step, mine):
    for name, tensor in mine.items():
        values = tensor.detach().numpy().astype("<f4").tobytes()
        tell("part", way=way, step=step, name=name, values=base64.b64encode(values).decode())


def train(request, way):
    rank, batch, steps, blocks = request["rank"], request["batch"], request["steps"], request["blocks"]
    name, micros, grid = way["name"], way["microBatches"], Grid(way, request["rank"])
    limit = request["timeoutSeconds"]
    shards = shard_groups(grid, limit)[grid.replica, grid.stage]
    replicas = replica_groups(grid, limit)[grid.stage, grid.shard]
    data = samples(request["seed"] + 1, batch * steps, INPUTS, INPUTS)
    shuffled = torch.randperm(batch * steps, generator=torch.Generator().manual_seed(request["seed"] + 2))
    mine = own(weights(seed_of(request), blocks, request["hidden"]), grid, blocks)
    optimizer = torch.optim.SGD(mine.values(), lr=RATE)
    order = SCHEDULES[way["schedule"]](grid.stage, grid.stages, micros)
    tell_parts(name, 0, mine)
    dist.barrier()
    mark("%s/begin" % name)
    for step in range(steps):
        share = batch // grid.replicas
        begin = step * batch + grid.replica * share
        numbers = shuffled[begin : begin + share]
        if way["reversed"]:
            numbers = numbers.flip(0)
        places = numbers.chunk(micros)
        talk = Talk()
        dist.barrier()
        begin = now()
        optimizer.zero_grad()
        loss = step_of(mine, grid, data, places, order, batch, talk, shards, blocks)
        if replicas is not None:
            average(mine, talk, replicas)
        optimizer.step()
        end = now()
        total, used = end[0] - begin[0], end[1] - begin[1] - talk.used
        tell(
            "partStep",
            way=name,
            step=step + 1,
            loss=loss if grid.last else None,
            samples=numbers.tolist() if grid.first or grid.last else [],
            computeMs=max(0.0, total - talk.combining - talk.passing) * 1e3,
            combineMs=talk.combining * 1e3,
            passMs=talk.passing * 1e3,
            processorMs=max(0.0, used) * 1e3,
        )
        if (step + 1) % request["every"] == 0 or step + 1 == steps:
            tell_parts(name, step + 1, mine)
    dist.barrier()
    mark("%s/end" % name)


def run(request):
    for way in request["ways"]:
        train(request, way)
