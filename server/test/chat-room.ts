import { openChat } from '@plumbline/contract/chat/chat'
import type { TestApp } from './app.ts'
import { makeMember, makeOwner } from './make.ts'

/** A project with its owner, an editor, a contributor and a viewer, and its conversation. */
export async function makeRoom(app: TestApp) {
  const owner = await makeOwner(app, 'Olga Owner')
  const { id } = owner.project
  const [editor, contributor, viewer] = [
    await makeMember(app, id, 'EDITOR', 'Edda Editor'),
    await makeMember(app, id, 'CONTRIBUTOR', 'Carl Craft'),
    await makeMember(app, id, 'VIEWER', 'Vera Viewer'),
  ]
  const room = await owner.client.call(openChat, { body: { kind: 'PROJECT', project_id: id } })
  return { owner, editor, contributor, viewer, room, project_id: id }
}
