import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from '../test/ports.ts'
import { isListening, type Part, Program, requireProgram } from './parts.ts'

/**
 * S3 by Ceph's RADOS Gateway: one monitor, one storage daemon that keeps its objects in memory, and the gateway.
 * They find and trust each other by cephx keys in the cluster's folder.
 */

const run = promisify(execFile)
const MB = 1024 * 1024
const BUCKET = 'plumbline'

interface CephPaths {
  folder: string
  config: string
  keyring: string
}

async function writeConfig(
  { folder, config, keyring }: CephPaths,
  fsid: string,
  monitor: number,
  gateway: number,
) {
  await fsp.writeFile(
    config,
    `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${monitor}/0]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
keyring = ${keyring}
run_dir = ${folder}
crash_dir = ${folder}
admin_socket = ${folder}/$name.asok
log_file = ${folder}/$name.log
pid_file = ${folder}/$name.pid
mon_data = ${folder}/mon
osd_data = ${folder}/osd
# one copy of each object, on one daemon
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_autoscale_mode = off
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_objectstore = memstore
memstore_device_bytes = ${1024 * MB}
osd_memory_target = ${900 * MB}
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gateway}
rgw_data = ${folder}/rgw
`,
  )
}

async function createKeys({ keyring }: CephPaths) {
  const capabilities = {
    'mon.': ['mon', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'],
    'client.rgw': ['mon', 'allow rw', 'osd', 'allow rwx'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
  }
  let isFirst = true
  for (const [name, words] of Object.entries(capabilities)) {
    const caps = words.flatMap((word, index) => (index % 2 === 0 ? ['--cap', word] : [word]))
    const create = isFirst ? ['--create-keyring'] : []
    await run(requireProgram('ceph-authtool'), [keyring, ...create, '--gen-key', '-n', name, ...caps])
    isFirst = false
  }
}

async function createBucket(port: number, accessKeyId: string, secretAccessKey: string) {
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
  })
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }))
  s3.destroy()
}

export async function startStorage(within: string): Promise<Part & { url: string }> {
  const folder = path.join(within, 'ceph')
  const paths = { folder, config: path.join(folder, 'ceph.conf'), keyring: path.join(folder, 'keyring') }
  for (const name of ['mon', 'osd', 'rgw']) await fsp.mkdir(path.join(folder, name), { recursive: true })
  const [monitor, gateway] = [await findFreePort(), await findFreePort()]
  const [fsid, osdId] = [randomUUID(), randomUUID()]
  const config = ['-c', paths.config]
  await writeConfig(paths, fsid, monitor, gateway)
  await createKeys(paths)
  const map = path.join(folder, 'monmap')
  const address = `[v2:127.0.0.1:${monitor}/0]`
  await run(requireProgram('monmaptool'), ['--create', '--addv', 'a', address, '--fsid', fsid, map])
  const files = ['--monmap', map, '--keyring', paths.keyring]
  await run(requireProgram('ceph-mon'), [...config, '-i', 'a', '--mkfs', ...files])
  // nothing needs to be kept, so the daemons get no time to write their memory to disk
  const options = { folder, signal: 'KILL' as const }
  const parts = [new Program('ceph-mon', [...config, '-i', 'a', '-f'], options)]
  await run(requireProgram('ceph'), [...config, '-n', 'client.admin', 'osd', 'new', osdId], {
    timeout: 30_000,
  })
  await run(requireProgram('ceph-osd'), [...config, '-i', '0', '--mkfs', '--osd-uuid', osdId])
  parts.push(new Program('ceph-osd', [...config, '-i', '0', '-f'], options))
  const [key, secret] = ['plumbline', randomBytes(16).toString('hex')]
  const user = ['--uid', 'plumbline', '--display-name', 'Plumbline']
  // also creates the gateway's pools, which takes most of the start
  await run(
    requireProgram('radosgw-admin'),
    [...config, '-n', 'client.rgw', 'user', 'create', ...user, '--access-key', key, '--secret-key', secret],
    { timeout: 60_000 },
  )
  const rgw = new Program('radosgw', [...config, '-n', 'client.rgw', '-f'], options)
  parts.push(rgw)
  await rgw.waitUntil(() => isListening(gateway))
  await createBucket(gateway, key, secret)
  return {
    url: `s3+http://${key}:${secret}@127.0.0.1:${gateway}/${BUCKET}?region=us-east-1`,
    stop: async () => {
      for (const part of parts.reverse()) await part.stop()
    },
  }
}
