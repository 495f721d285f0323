import { applyBcfImport, type BcfImport } from '@plumbline/contract/bcf/bcf'
import type { Project } from '@plumbline/contract/projects/projects'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { usePeople } from '../issues/use-people.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { People } from './People.tsx'
import { TopicRows } from './TopicRows.tsx'
import { useBcfText } from './text.ts'
import { Warnings } from './Warnings.tsx'

/** Order of the tabs: outcomes that need a decision come first. */
const order = ['NEW', 'CHANGED', 'CONFLICT', 'SAME', 'DELETED'] as const

type Chosen = Readonly<Record<string, string>>
/** the people mapped so far, by import id: closing the dialog keeps them */
const choices = new Map<string, Chosen>()

/** Preview of a parsed file: what the import would create or change, and the buttons that apply or discard it. */
export function Preview(props: { project: Project; read: BcfImport; discard: ReactNode }) {
  const { project, read } = props
  const text = useBcfText()
  const [chosen, setChosen] = useState<Chosen>(choices.get(read.id) ?? {})
  function choose(next: Chosen) {
    choices.set(read.id, next)
    setChosen(next)
  }
  const apply = useWrite(applyBcfImport)
  const members = usePeople(project.id).all
  const { NEW: fresh = 0, CHANGED: changed = 0, CONFLICT: inConflict = 0 } = read.outcomes
  const known = changed + inConflict
  const isNothing = fresh + known === 0
  // people need mapping only if at least one issue is imported
  const strangers = fresh + known > 0 ? read.people.filter(({ user_id }) => user_id === null) : []
  const take = (what: 'MERGE' | 'SKIP') =>
    apply.run({
      params: { id: project.id, importId: read.id },
      body: { known: what, people: Object.entries(chosen).map(([author, user_id]) => ({ author, user_id })) },
    })
  const tabs = [
    ...order
      .filter((outcome) => (read.outcomes[outcome] ?? 0) > 0)
      .map((outcome) => ({
        value: outcome,
        label: text.outcomes[outcome],
        count: read.outcomes[outcome] ?? 0,
        panel: <TopicRows project={project} importId={read.id} outcome={outcome} />,
      })),
    ...(strangers.length > 0
      ? [
          {
            value: 'PEOPLE' as const,
            label: text.people,
            count: strangers.length,
            panel: (
              <People
                strangers={strangers}
                known={read.people.length - strangers.length}
                members={members}
                chosen={chosen}
                onChoose={choose}
              />
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <div className="flex flex-col gap-4 pb-5">
        <div>
          <p className="truncate font-medium">{read.file_name}</p>
          <p role="status" className="text-text-muted">
            {text.facts(read.version ?? '', read.project_name)} · {text.topics(read.topics)}
          </p>
        </div>
        {isNothing && <Banner>{text.nothing}</Banner>}
        <Warnings warnings={read.warnings} />
        {tabs.length > 0 && (
          <Tabs
            label={text.preview}
            tabs={tabs}
            {...(inConflict > 0 && { defaultValue: 'CONFLICT' as const })}
          />
        )}
      </div>
      <DialogActions start={!isNothing && props.discard} close={isNothing ? text.close : text.later}>
        {isNothing && (
          <Button look="primary" loading={apply.pending} onClick={() => take('MERGE')}>
            {text.finish}
          </Button>
        )}
        {fresh > 0 && known > 0 && (
          <Button disabled={apply.pending} onClick={() => take('SKIP')}>
            {text.onlyNew(fresh)}
          </Button>
        )}
        {fresh + known > 0 && (
          <Button look="primary" loading={apply.pending} onClick={() => take('MERGE')}>
            {text.importThem(fresh + known)}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
