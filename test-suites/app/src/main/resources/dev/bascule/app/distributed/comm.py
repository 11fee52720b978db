"""Collectives, each timed, each result checked. Values are small whole numbers, so that sums are exact in float32."""

import time

import torch
import torch.distributed as dist

from rank import mark, tell

PERIOD = 1021
WEIGHTS = 65521
CHUNK = WEIGHTS * 16


def pattern(rank, turn):
    """What a rank puts in: repeats after PERIOD elements."""
    i = torch.arange(PERIOD, dtype=torch.int64)
    return ((i * 31 + rank * 17 + turn * 7) % PERIOD - 510).to(torch.float32)


def spread(values, count):
    return values.repeat(count // PERIOD + 1)[:count].contiguous()


def checksum(tensor):
    """Each value times its place: whole numbers below 2^53, so exact in double in whatever order they are added up."""
    weights = (torch.arange(CHUNK, dtype=torch.int64) % WEIGHTS + 1).to(torch.float64)
    total = 0
    for begin in range(0, tensor.numel(), CHUNK):
        part = tensor[begin : begin + CHUNK].to(torch.float64)
        total += int(torch.dot(part, weights[: part.numel()]).item())
    return total


def total(ranks, turn):
    return sum(pattern(rank, turn) for rank in range(ranks))


class AllReduce:
    def prepare(self, rank, ranks, count, turn):
        self.buffer = spread(pattern(rank, turn), count)

    def act(self, rank, ranks):
        dist.all_reduce(self.buffer)
        return self.buffer

    def expected(self, rank, ranks, count, turn):
        return spread(total(ranks, turn), count)


class Broadcast:
    def prepare(self, rank, ranks, count, turn):
        self.buffer = spread(pattern(0, turn), count) if rank == 0 else torch.zeros(count)

    def act(self, rank, ranks):
        dist.broadcast(self.buffer, 0)
        return self.buffer

    def expected(self, rank, ranks, count, turn):
        return spread(pattern(0, turn), count)


class AllGather:
    def prepare(self, rank, ranks, count, turn):
        self.mine = spread(pattern(rank, turn), count // ranks)
        self.all = torch.zeros(count)

    def act(self, rank, ranks):
        dist.all_gather(list(self.all.chunk(ranks)), self.mine)
        return self.all

    def expected(self, rank, ranks, count, turn):
        return torch.cat([spread(pattern(each, turn), count // ranks) for each in range(ranks)])


class ReduceScatter:
    native = True

    def prepare(self, rank, ranks, count, turn):
        self.all = spread(pattern(rank, turn), count)
        self.mine = torch.zeros(count // ranks)
        self.parts = torch.zeros(0 if self.native else count)

    def act(self, rank, ranks):
        if self.native:
            dist.reduce_scatter(self.mine, list(self.all.chunk(ranks)))
            return self.mine
        dist.all_to_all_single(self.parts, self.all)
        torch.sum(self.parts.view(ranks, -1), 0, out=self.mine)
        return self.mine

    def expected(self, rank, ranks, count, turn):
        share = count // ranks
        return spread(total(ranks, turn), count)[rank * share : (rank + 1) * share]


class AllToAll:
    def prepare(self, rank, ranks, count, turn):
        self.into = torch.zeros(count)
        self.out = spread(pattern(rank, turn), count)

    def act(self, rank, ranks):
        dist.all_to_all_single(self.into, self.out)
        return self.into

    def expected(self, rank, ranks, count, turn):
        share = count // ranks
        return torch.cat(
            [spread(pattern(each, turn), count)[rank * share : (rank + 1) * share] for each in range(ranks)]
        )


KINDS = {
    "all-reduce": AllReduce,
    "all-gather": AllGather,
    "reduce-scatter": ReduceScatter,
    "broadcast": Broadcast,
    "all-to-all": AllToAll,
}


def native_reduce_scatter(ranks):
    try:
        dist.reduce_scatter(torch.zeros(1), [torch.zeros(1) for _ in range(ranks)])
        return True
    except (RuntimeError, ValueError, NotImplementedError):
        return False



def timed(work, rank, ranks):
    dist.barrier()
    begin = time.perf_counter()
    result = work.act(rank, ranks)
    return result, (time.perf_counter() - begin) * 1e3


def run(request):
    rank, ranks = request["rank"], request["ranks"]
    ReduceScatter.native = native_reduce_scatter(ranks)
    tell("ways", reduceScatter="native" if ReduceScatter.native else "by all-to-all")
    for turn in range(-1, request["rounds"]):
        for size in request["sizes"]:
            count = size // 4
            for name in request["collectives"]:
                work = KINDS[name]()
                work.prepare(rank, ranks, count, turn)
                result, ms = timed(work, rank, ranks)
                expected = work.expected(rank, ranks, count, turn)
                wrong = int((result != expected).sum().item())
                tell(
                    "timed", collective=name, bytes=size, round=turn, ms=ms, wrong=wrong, checksum=checksum(result),
                )
    for name in request["collectives"]:
        work = KINDS[name]()
        size = request["countedBytes"]
        work.prepare(rank, ranks, size // 4, 0)
        dist.barrier()
        mark("%s/begin" % name)
        dist.barrier()
        for _ in range(request["countedTimes"]):
            work.act(rank, ranks)
        dist.barrier()
        mark("%s/end" % name)
