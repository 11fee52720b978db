"""One rank of a distributed run. Reads one line of JSON, its request, and tells lines of JSON; ends when its input ends."""

import datetime
import json
import os
import platform
import queue
import signal
import sys
import threading

# What libraries print must not come between the lines.
_told = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(2, 1)
_lines = queue.Queue()


def tell(kind, **fields):
    _told.write(json.dumps({"type": kind, **fields}) + "\n")
    _told.flush()


def mark(name):
    """Stops until the host has read what it wants to read."""
    tell("mark", name=name)
    if _lines.get().strip() != "go":
        raise ValueError("the host did not say go")


def _listen():
    for line in sys.stdin:
        _lines.put(line)
    # The host is gone: nobody reads what this rank would tell.
    os._exit(3)


def _versions(store, rank, ranks, mine):
    store.set("version/%d" % rank, mine)
    return [store.get("version/%d" % other).decode() for other in range(ranks)]


def join(request):
    """Into the group. Ranks of other versions are not let in."""
    import torch
    import torch.distributed as dist

    rank, ranks = request["rank"], request["ranks"]
    torch.set_num_threads(1)
    limit = datetime.timedelta(seconds=request["timeoutSeconds"])
    store = dist.FileStore(request["meeting"], ranks)
    store.set_timeout(limit)
    mine = torch.__version__
    if "lastVersion" in request and rank == ranks - 1:
        mine = request["lastVersion"]  # A fault that is asked for.
    tell(
        "hello",
        rank=rank,
        torch=mine,
        python=platform.python_version(),
        backend=request["backend"],
        threads=torch.get_num_threads(),
    )
    seen = _versions(store, rank, ranks, mine)
    if any(each != mine for each in seen):
        tell("versions", versions=seen)
        return False
    os.environ["GLOO_SOCKET_IFNAME"] = request["interface"]
    dist.init_process_group(
        request["backend"], store=dist.PrefixStore("group", store), rank=rank, world_size=ranks, timeout=limit
    )
    return True


def die_with(parent):
    """A rank that is stopped does not see its input end: Linux ends it with its host. Elsewhere its input has to do."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        # The host may have gone just before.
        if os.getppid() != parent:
            os._exit(3)


def main():
    threading.Thread(target=_listen, daemon=True).start()
    request = json.loads(_lines.get())
    die_with(request["host"])
    import torch.distributed as dist

    try:
        if join(request):
            kind = request["kind"]
            if kind == "comm":
                import comm as work
            elif kind == "data":
                import data as work
            elif kind == "strategies":
                import strategies as work
            else:
                raise ValueError("no work called " + kind)
            mark("begin")
            work.run(request)
            mark("end")
            tell("done")
    except Exception as e:  # Told as a value: the host names the rank and goes on.
        tell("failed", why="%s: %s" % (type(e).__name__, str(e).splitlines()[0] if str(e) else ""))
    finally:
        _told.flush()
        # A group whose other end is dead does not come back from its own destruction.
        os._exit(0)
