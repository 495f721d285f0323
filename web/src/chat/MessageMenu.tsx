import type { ChatMessage } from '@plumbline/contract/chat'
import { getProject } from '@plumbline/contract/projects'
import { Ellipsis, ListPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api/query.ts'
import { paths } from '../app/paths.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useChatText } from './text.ts'

const NewIssueDialog = lazy(() =>
  import('../issues/NewIssueDialog.tsx').then((module) => ({ default: module.NewIssueDialog })),
)

const LONGEST_TITLE = 120

/** What can be made of a message in a project's conversation: an issue, which says where it comes from. */
export function MessageMenu(props: { projectId: string; chatId: string; message: ChatMessage }) {
  const text = useChatText()
  const [making, setMaking] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="small" name={text.messageActions} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => setMaking(true)}>
          {text.makeIssue}
        </MenuItem>
      </Menu>
      {making && (
        <Suspense>
          <IssueOfMessage {...props} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}

function IssueOfMessage(props: {
  projectId: string
  chatId: string
  message: ChatMessage
  onClose: () => void
}) {
  const text = useChatText()
  const { data: project } = useRead(getProject, { params: { id: props.projectId } })
  if (!project) return null
  const { message } = props.message
  const link = new URL(paths.thread(props.chatId), location.href).href
  const [first = ''] = message.split('\n')
  return (
    <NewIssueDialog
      project={project}
      open
      onClose={props.onClose}
      source="CHAT"
      initial={{
        name: first.trim().slice(0, LONGEST_TITLE),
        description: `${message}\n\n[${text.fromChat}](${link})`,
      }}
    />
  )
}
