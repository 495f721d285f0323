import { bulkChangeIssues, importIssues, undoBulk } from '@plumbline/contract/issues/bulk'
import * as customFields from '@plumbline/contract/issues/custom-fields'
import * as lists from '@plumbline/contract/issues/lists'
import {
  createTeamTerm,
  createTerm,
  updateTeamVocabulary,
  updateVocabulary,
} from '@plumbline/contract/issues/vocabulary'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every write of the lists of issues and of many issues at once, in an order in which each works. */
export function issueListWrites(world: () => World, user: () => User) {
  const params = () => ({ id: world().ids.id as string })
  const at = (name: 'issueViewId' | 'templateId' | 'bulkId' | 'customFieldId') =>
    ({ ...params(), [name]: world().ids[name] }) as never
  const client = () => user().client
  let bulk: string | null = null
  const change = async (body: object) => {
    const reply = await client().call(bulkChangeIssues, { params: params(), body: body as never })
    bulk = reply.bulk_id
  }
  const undo = () => client().call(undoBulk, { params: { ...params(), bulkId: bulk ?? '' } })
  const runs: Record<string, () => Promise<unknown>> = {
    createIssueView: () =>
      client().call(lists.createIssueView, {
        params: params(),
        body: { name: 'Mine', is_shared: false, query: 'assignee_id=me' },
      }),
    updateIssueView: () =>
      client().call(lists.updateIssueView, { params: at('issueViewId'), body: { name: 'Still open' } }),
    'updateIssueView to private': () =>
      world().owner.client.call(lists.updateIssueView, {
        params: at('issueViewId'),
        body: { is_shared: false },
      }),
    deleteIssueView: () => world().owner.client.call(lists.deleteIssueView, { params: at('issueViewId') }),
    createIssueTemplate: () =>
      client().call(lists.createIssueTemplate, {
        params: params(),
        body: lists.createIssueTemplate.example.body as never,
      }),
    updateIssueTemplate: () =>
      client().call(lists.updateIssueTemplate, { params: at('templateId'), body: { due_in_days: 3 } }),
    deleteIssueTemplate: () => client().call(lists.deleteIssueTemplate, { params: at('templateId') }),
    createCustomField: () =>
      client().call(customFields.createCustomField, {
        params: params(),
        body: { name: 'Surveyor', kind: 'PERSON' },
      }),
    updateCustomField: () =>
      client().call(customFields.updateCustomField, {
        params: at('customFieldId'),
        body: { name: 'Reason' },
      }),
    updateVocabulary: () =>
      world().owner.client.call(updateVocabulary, {
        params: params(),
        body: {
          type: { names: { DEFECT: 'Snag' }, off: { CLASH: true }, order: ['TASK'] },
          trade: { names: { HVAC: 'Air' } },
          status: { names: { OPEN: 'To do' } },
        },
      }),
    createTerm: () =>
      world().owner.client.call(createTerm, {
        params: params(),
        body: { kind: 'trade', name: 'Scaffolding' },
      }),
    updateTeamVocabulary: () =>
      world().owner.client.call(updateTeamVocabulary, {
        params: { id: world().owner.team.id },
        body: { type: { names: { DEFECT: 'Snag' } } },
      }),
    createTeamTerm: () =>
      world().owner.client.call(createTeamTerm, {
        params: { id: world().owner.team.id },
        body: { kind: 'type', name: 'Water damage' },
      }),
    bulkChangeIssues: () =>
      change({ filter: '', change: { assignee_id: world().members.CONTRIBUTOR.id, comment: 'For you' } }),
    undoBulk: undo,
    'bulkChangeIssues to hidden': () => change({ filter: 'number=2', change: { visibility: 'PRIVATE' } }),
    'undoBulk to seen': undo,
    'bulkChangeIssues to deleted': () => change({ filter: 'number=1,2', change: { deleted: true } }),
    'undoBulk to restored': undo,
    importIssues: () =>
      client().call(importIssues, {
        params: params(),
        query: {},
        file: new Blob(['#,Title,New comment\n1,Renamed in a sheet,Said in a sheet\n,Filed in a sheet,']),
      }),
  }
  return Object.entries(runs).map(([name, run]) => ({ name, by: user, run }))
}
