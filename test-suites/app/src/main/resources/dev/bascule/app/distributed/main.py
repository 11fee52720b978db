"""Begins a rank. Apart from it, since a module that is run is another than the one that is imported."""

import rank

rank.main()
