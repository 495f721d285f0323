import type { Project } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import { useMe } from '../api/session.ts'
import { storage } from '../base/storage.ts'
import { Banner } from '../ui/Banner.tsx'
import { useProjectText } from './text.ts'

/** Two lines for people who have just joined the project by an invitation, until they close them. */
export function JoinedGreeting({ project }: { project: Project }) {
  const text = useProjectText()
  const { first_name } = useMe()
  const [joined, setJoined] = useState(storage.joined)
  if (joined?.project_id !== project.id) return null
  const close = () => {
    storage.setJoined(null)
    setJoined(null)
  }
  const { my_role, my_permission_level: level } = project
  return (
    <div className="flex-none px-4 pt-3 sm:px-6">
      <Banner tone="success" onDismiss={close}>
        <p className="font-semibold">{text.welcome(first_name, project.name)}</p>
        <p>
          {joined.invited_by && `${text.invitedAs(joined.invited_by, text.roles[my_role])} `}
          {text.youCan[level]}
        </p>
      </Banner>
    </div>
  )
}
