import { findProgram } from '../test/programs.ts'

/** Names the Debian packages of the cluster that this machine lacks, and ends with 3 then. */

const MISSING = 3

const packages: Record<string, string> = {
  postgres: 'postgresql',
  initdb: 'postgresql',
  pgbouncer: 'pgbouncer',
  'nats-server': 'nats-server',
  haproxy: 'haproxy',
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  'ceph-authtool': 'ceph-common',
  monmaptool: 'ceph-base',
  ceph: 'ceph-common',
  'radosgw-admin': 'ceph-common',
  radosgw: 'radosgw',
}

const missing = new Set(
  Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name])),
)
if (missing.size > 0) {
  const names = [...missing].join(' ')
  process.stderr.write(
    `The cluster was not tested, because this machine lacks ${[...missing].join(', ')}. On Debian, install with: apt-get install -y --no-install-recommends ${names}\n`,
  )
  process.exit(MISSING)
}
