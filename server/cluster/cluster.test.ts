import { afterAll, beforeAll, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { checkCoreFlow } from './flow.ts'
import { checkConversionsRunOnce, checkKilledWorker, checkMailsAreSentOnce } from './jobs.ts'
import { checkKilledWebServers, checkReplacedWebServers } from './kills.ts'
import {
  checkFailedEnding,
  checkFrequentStatements,
  checkPoolerErrors,
  checkPoolerShares,
  checkRestartedPooler,
} from './pooled.ts'
import { checkEvents, checkLockedAccount, checkRateLimit, checkSessions } from './sharing.ts'
import { checkCutUpload, checkKilledReceiver, checkUploadInPieces } from './uploads.ts'

/** `npm run test:cluster`: the promises of docs/cluster.md about several servers. */

// the processes of the cluster end with this one, which ends with the command that started it
process.once('disconnect', () => process.exit(1))

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

test('People sign up, upload a model and talk about an issue, each request at the next server', () =>
  checkCoreFlow(cluster))

test('Two workers convert ten models, each once', () => checkConversionsRunOnce(cluster))

test('Four servers send forty mails, each once', () => checkMailsAreSentOnce(cluster))

test('Events reach people at either web server, each once and in order', () => checkEvents(cluster))

test('A session ended at one web server is ended at the other', () => checkSessions(cluster))

test('An account locked at one web server is signed out and refused at the other', () =>
  checkLockedAccount(cluster))

test('Wrong passwords are counted over both web servers', () => checkRateLimit(cluster))

test('An upload is sent in seven requests, each to the next web server', () => checkUploadInPieces(cluster))

test('An upload cut off at one web server continues at the other', () => checkCutUpload(cluster))

test('An upload whose web server is killed continues at the other', () => checkKilledReceiver(cluster))

test('Killed web servers cost people less than five seconds, and no confirmed write is lost or doubled', () =>
  checkKilledWebServers(cluster))

test('Web servers replaced in turn answer every request', () => checkReplacedWebServers(cluster))

test('PgBouncer serves many clients by few connections', () => checkPoolerShares(cluster))

test('Frequent statements and their transactions work on any connection of PgBouncer', () =>
  checkFrequentStatements(cluster))

test('A transaction whose last statement fails writes nothing', () => checkFailedEnding(cluster))

test('A killed PgBouncer loses and doubles no confirmed write', () => checkRestartedPooler(cluster))

test('A model whose worker is killed is converted again, with one result and one notification', () =>
  checkKilledWorker(cluster))

test('No log entry of the servers comes from a statement on a wrong connection', () =>
  checkPoolerErrors(cluster))
