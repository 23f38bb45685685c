"""The web application inside a page: no server, offline, on any static host.

`host.py` runs the app in the page's worker, `page/` holds the scripts around it, and `build.py`
writes the folder that a static host serves (`nomarch site`).
"""
