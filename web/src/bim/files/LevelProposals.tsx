import { addProposedLevels, type Header, proposedLevels } from '@plumbline/contract/bim/bim'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { useBimText } from '../text.ts'

const MAX_NAMES = 3

/** Proposals dismissed in this tab, by project: shown again only if the set of storeys changes. */
const dismissed = new Map<string, string>()

/** Proposes to add storeys of the models as levels of the project. */
export function LevelProposals({ projectId, headers }: { projectId: string; headers: readonly Header[] }) {
  const text = useBimText()
  const { locale } = useUiText()
  const params = { id: projectId }
  const { data } = useRead(proposedLevels, { params }, { redirects: false, silent: true })
  const add = useWrite(addProposedLevels, {
    onDone: () => toast.success({ text: text.levelsAdded }),
  })
  const [later, setLater] = useState(dismissed.get(projectId))
  const found = (data ?? []).map((level) => level.ifc_guid).join(' ')
  if (!data || data.length === 0 || later === found) return null
  const dismiss = () => {
    dismissed.set(projectId, found)
    setLater(found)
  }
  const ids = new Set(data.flatMap((level) => level.header_ids))
  const names = headers.filter((header) => ids.has(header.id)).map((header) => header.name)
  const listed = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names
  if (listed.length < names.length) listed.push(text.moreFiles(names.length - listed.length))
  const files = new Intl.ListFormat(locale).format(listed)
  return (
    <Banner
      tone="info"
      action={
        <div className="ms-auto flex gap-2">
          <Button size="small" loading={add.pending} onClick={() => add.run({ params, body: {} })}>
            {text.addLevels}
          </Button>
          <Button size="small" look="ghost" onClick={dismiss}>
            {text.notNow}
          </Button>
        </div>
      }
    >
      <strong className="font-semibold">{text.newStoreys(data.length, files)}</strong>{' '}
      {data.map((level) => level.name).join(', ')}
    </Banner>
  )
}
