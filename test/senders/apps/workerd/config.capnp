# a file that workerd has within itself, and not one of the machine
using Workerd = import "/workerd/workerd.capnp";

# The Worker in front of a site, as a route of Cloudflare has it: what it fetches goes to the site, but for the service.
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "outside", worker = .outside),
    (name = "site", external = (address = "SITE_ADDRESS", http = ())),
    (name = "collector", external = (address = "COLLECTOR_ADDRESS", http = ())),
  ],
  sockets = [(name = "http", address = "LISTEN_ADDRESS", http = (), service = "worker")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  globalOutbound = "outside",
  bindings = [BINDINGS],
);

const outside :Workerd.Worker = (
  modules = [(name = "outside.js", esModule = embed "outside.js")],
  compatibilityDate = "2026-01-01",
  bindings = [
    (name = "site", service = "site"),
    (name = "collector", service = "collector"),
  ],
);
