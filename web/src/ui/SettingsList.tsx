import { Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { AlertDialog } from './AlertDialog.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { useGrowingList } from './use-growing-list.ts'

export interface EditDialogProps<Row> {
  /** null for a new one */
  row: Row | null
  open: boolean
  onClose: () => void
}

/**
 * A card of the settings with rows that people add, edit and remove: one dialog adds and edits, and removing is asked
 * about first.
 */
export function SettingsList<Row extends { id: string }>(props: {
  title: string
  hint: string
  add: string
  /** undefined until they have been read */
  rows: readonly Row[] | undefined
  /** shown in place of the rows until then */
  loading: ReactNode
  /** shown in place of the rows when there are none */
  empty?: string
  nameOf: (row: Row) => string
  /** name of the button that edits a row */
  edit: (name: string) => string
  remove: {
    /** name of the button that removes a row */
    name: (name: string) => string
    icon?: ReactNode
    title: string
    action: string
    hint: (name: string) => string
    run: (row: Row) => Promise<unknown>
  }
  /** content of a row, before its buttons */
  renderRow: (row: Row, index: number) => ReactNode
  renderDialog: (dialog: EditDialogProps<Row>) => ReactNode
  /** rendered between the hint and the rows */
  above?: ReactNode
  /** rendered below the rows */
  children?: ReactNode
}) {
  const { rows, nameOf, remove } = props
  const [edited, setEdited] = useState<Row | null>(null)
  // a new key each time: a dialog for a new row starts without the previous values
  const [opened, setOpened] = useState(0)
  /** number of the dialog that is open, 0 for none: a late answer closes its own dialog only */
  const [open, setOpen] = useState(0)
  const [removed, setRemoved] = useState<Row>()
  /** the row in the question about its removal */
  const [asked, setAsked] = useState<Row | null>(null)
  const list = useGrowingList(rows?.length ?? 0)
  const edit = (row: Row | null) => {
    setEdited(row)
    setOpened(opened + 1)
    setOpen(opened + 1)
  }
  return (
    <Card
      title={props.title}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => edit(null)}>
          {props.add}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-text-muted">{props.hint}</p>
      {props.above}
      {!rows && props.loading}
      {rows?.length === 0 && props.empty && <p className="text-text-muted">{props.empty}</p>}
      <ol className={cx('divide-y divide-line', list.isLong && '-mx-1 max-h-[70dvh] overflow-y-auto px-1')}>
        {rows?.slice(0, list.count).map((row, index) => (
          <li
            key={row.id}
            ref={index === list.count - 1 ? list.end : undefined}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="flex items-center gap-1 py-1.5"
          >
            {props.renderRow(row, index)}
            <IconButton
              name={props.edit(nameOf(row))}
              icon={<Pencil aria-hidden />}
              onClick={() => edit(row)}
            />
            <IconButton
              name={remove.name(nameOf(row))}
              icon={remove.icon ?? <Trash2 aria-hidden />}
              onClick={() => {
                setRemoved(row)
                setAsked(row)
              }}
            />
          </li>
        ))}
      </ol>
      {props.children}
      {opened > 0 && (
        <Fragment key={opened}>
          {props.renderDialog({
            row: edited,
            open: open === opened,
            onClose: () => setOpen((now) => (now === opened ? 0 : now)),
          })}
        </Fragment>
      )}
      {removed && (
        <AlertDialog
          key={removed.id}
          open={asked === removed}
          onClose={() => setAsked(null)}
          title={remove.title}
          action={remove.action}
          onConfirm={() =>
            remove
              .run(removed)
              .then(() => setAsked((now) => (now === removed ? null : now)))
              .catch(() => undefined)
          }
        >
          {remove.hint(nameOf(removed))}
        </AlertDialog>
      )}
    </Card>
  )
}
