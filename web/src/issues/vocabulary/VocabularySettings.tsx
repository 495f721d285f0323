import { createTerm, updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import type { Project } from '@plumbline/contract/projects/projects'
import { sortTerms, type VocabularyKind, vocabularyKinds } from '@plumbline/contract/projects/vocabulary'
import { ArrowDown, ArrowUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { toastError, useWrite } from '../../api/query.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { useProjectText } from '../../projects/text.ts'
import { useVocabulary } from '../../projects/vocabulary.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useIssueText } from '../text.ts'
import { shownByCaller, TermDialog, type VocabularyBody, type VocabularyStore } from './TermDialog.tsx'
import { useVocabularyText } from './text.ts'

/** The values of each list by their built-in names in the person's language. */
const useBuiltInNames = (): Record<VocabularyKind, Record<string, string>> => ({
  type: useIssueText().types,
  trade: useProjectText().trades,
  status: useUiText().status,
})

/** The project's names for its types, trades and statuses, and the types and trades it offers. */
export function VocabularySettings({ project }: { project: Project }) {
  const text = useVocabularyText()
  const params = { id: project.id }
  const create = useWrite(createTerm, shownByCaller)
  const update = useWrite(updateVocabulary, shownByCaller)
  return (
    <VocabularyCard
      hint={text.hint}
      store={{
        id: project.id,
        vocabulary: useVocabulary(),
        update: (body) => update.send({ params, body }),
        create: (body) => create.send({ params, body }),
      }}
    />
  )
}

/** A vocabulary as three lists that can be changed. */
export function VocabularyCard({ hint, store }: { hint: string; store: VocabularyStore }) {
  const text = useVocabularyText()
  const builtIn = useBuiltInNames()
  return (
    <Card title={text.title}>
      <p className="mb-2 text-13 text-text-muted">{hint}</p>
      <Tabs
        label={text.title}
        tabs={vocabularyKinds.map((kind) => ({
          value: kind,
          label: text.kinds[kind],
          panel: <TermRows store={store} kind={kind} builtIn={builtIn[kind]} />,
        }))}
      />
    </Card>
  )
}

interface TermRowsProps {
  store: VocabularyStore
  kind: VocabularyKind
  builtIn: Record<string, string>
}

function TermRows({ store, kind, builtIn }: TermRowsProps) {
  const text = useVocabularyText()
  const moves = useProjectSettingsText()
  const terms = store.vocabulary[kind]
  // null: a new one
  const [editing, setEditing] = useState<string | null>(null)
  // a new key each time: a dialog that is opened again starts with the stored values
  const [opened, setOpened] = useState(0)
  /** number of the dialog that is open, 0 for none: a late answer closes its own dialog only */
  const [open, setOpen] = useState(0)
  const codes = sortTerms<string>(Object.keys(builtIn), terms)
  const edit = (code: string | null) => {
    setEditing(code)
    setOpened(opened + 1)
    setOpen(opened + 1)
  }
  const nameOf = (code: string) => terms.names[code] ?? builtIn[code] ?? code
  const describeOwn = (name: string | undefined) => (name === undefined ? text.own : text.builtIn(name))
  const move = (index: number, by: -1 | 1) => {
    const order = codes.toSpliced(index, 1).toSpliced(index + by, 0, codes[index] ?? '')
    store.update({ [kind]: { order } } as VocabularyBody).catch(toastError)
  }
  return (
    <>
      <ol className="divide-y divide-line">
        {codes.map((code, index) => (
          <li key={code} className="flex min-h-11 items-center gap-1 py-1.5">
            <div className="min-w-0 flex-1">
              <p className={terms.off.includes(code) ? 'wrap-anywhere text-text-muted' : 'wrap-anywhere'}>
                {nameOf(code)}
              </p>
              <p className="text-13 text-text-muted">
                {[
                  terms.names[code] !== undefined && describeOwn(builtIn[code]),
                  terms.off.includes(code) && text.off,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {kind !== 'status' && (
              <>
                <IconButton
                  name={moves.moveUp(nameOf(code))}
                  icon={<ArrowUp aria-hidden />}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  name={moves.moveDown(nameOf(code))}
                  icon={<ArrowDown aria-hidden />}
                  disabled={index === codes.length - 1}
                  onClick={() => move(index, 1)}
                />
              </>
            )}
            <IconButton
              name={text.edit(nameOf(code))}
              icon={<Pencil aria-hidden />}
              onClick={() => edit(code)}
            />
          </li>
        ))}
      </ol>
      {kind !== 'status' && (
        <Button size="small" icon={<Plus aria-hidden />} className="mt-3" onClick={() => edit(null)}>
          {text.add[kind]}
        </Button>
      )}
      {opened > 0 && (
        <TermDialog
          key={opened}
          store={store}
          kind={kind}
          code={editing}
          builtIn={editing === null ? undefined : builtIn[editing]}
          open={open === opened}
          onClose={() => setOpen((now) => (now === opened ? 0 : now))}
        />
      )}
    </>
  )
}
