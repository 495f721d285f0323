import { applyBcfImport, type BcfImport } from '@plumbline/contract/bcf/bcf'
import type { Project } from '@plumbline/contract/projects/projects'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { usePeople } from '../issues/use-people.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ImportPeople } from './ImportPeople.tsx'
import { ImportWarnings } from './ImportWarnings.tsx'
import { TopicRows } from './TopicRows.tsx'
import { useBcfText } from './text.ts'

/** Order of the tabs: outcomes that need a decision come first. */
const tabOrder = ['NEW', 'CHANGED', 'CONFLICT', 'SAME', 'DELETED'] as const

type ChosenMembers = Readonly<Record<string, string>>
/** the people mapped so far, by import id: closing the dialog keeps them */
const chosenByImport = new Map<string, ChosenMembers>()

/** Preview of a parsed file: the planned changes of the import, and buttons to apply or discard it. */
export function ImportPreview(props: { project: Project; read: BcfImport; discard: ReactNode }) {
  const { project, read } = props
  const text = useBcfText()
  const [chosen, setChosen] = useState<ChosenMembers>(chosenByImport.get(read.id) ?? {})
  function choose(next: ChosenMembers) {
    chosenByImport.set(read.id, next)
    setChosen(next)
  }
  const apply = useWrite(applyBcfImport)
  const members = usePeople(project.id).all
  const { NEW: newCount = 0, CHANGED: changedCount = 0, CONFLICT: conflictCount = 0 } = read.outcomes
  const known = changedCount + conflictCount
  const isNothing = newCount + known === 0
  // people need mapping only if at least one issue is imported
  const strangers = newCount + known > 0 ? read.people.filter(({ user_id }) => user_id === null) : []
  const applyImport = (what: 'MERGE' | 'SKIP') =>
    apply.run({
      params: { id: project.id, importId: read.id },
      body: { known: what, people: Object.entries(chosen).map(([author, user_id]) => ({ author, user_id })) },
    })
  const tabs = [
    ...tabOrder
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
              <ImportPeople
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
            {text.bcfVersionAndProject(read.version ?? '', read.project_name)} · {text.topics(read.topics)}
          </p>
        </div>
        {isNothing && <Banner>{text.nothing}</Banner>}
        <ImportWarnings warnings={read.warnings} />
        {tabs.length > 0 && (
          <Tabs
            label={text.preview}
            tabs={tabs}
            {...(conflictCount > 0 && { defaultValue: 'CONFLICT' as const })}
          />
        )}
      </div>
      <DialogActions start={!isNothing && props.discard} close={isNothing ? text.close : text.later}>
        {isNothing && (
          <Button look="primary" loading={apply.pending} onClick={() => applyImport('MERGE')}>
            {text.finish}
          </Button>
        )}
        {newCount > 0 && known > 0 && (
          <Button disabled={apply.pending} onClick={() => applyImport('SKIP')}>
            {text.onlyNew(newCount)}
          </Button>
        )}
        {newCount + known > 0 && (
          <Button look="primary" loading={apply.pending} onClick={() => applyImport('MERGE')}>
            {text.importThem(newCount + known)}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
