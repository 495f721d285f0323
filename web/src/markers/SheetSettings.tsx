import { getQrSheets, papers, type QrMarker, revokeMarker } from '@plumbline/contract/markers/markers'
import { computeLargestCode } from '@plumbline/contract/markers/markers.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { Download, Ellipsis, Eye, Pencil, Plus, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '../api/client.ts'
import { useRead, useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { MarkerDialog } from './MarkerDialog.tsx'
import { useMarkerText } from './text.ts'

const MIN_CODE_MM = 50
const DEFAULT_CODE_MM = 150

/** Project settings for QR markers: lists, creates and revokes them, and prints their sheets. */
export function SheetSettings({ project }: { project: Project }) {
  const text = useMarkerText()
  const params = { id: project.id }
  const { data } = useRead(getQrSheets, { params, query: {} })
  const [size, setSize] = useState<number | null>(DEFAULT_CODE_MM)
  const [paper, setPaper] = useState<(typeof papers)[number]>('A4')
  const [editing, setEditing] = useState<QrMarker | 'new'>()
  const [open, setOpen] = useState(false)
  const [revoking, setDoomed] = useState<QrMarker>()
  const [asking, setAsking] = useState(false)
  const revoke = useWrite(revokeMarker, { onDone: () => setAsking(false) })
  const most = computeLargestCode(paper)
  const size_mm = Math.min(size ?? DEFAULT_CODE_MM, most)
  const address = (format: 'pdf' | 'svg' | 'png' | 'zip', marker_id?: string) =>
    urlOf(getQrSheets, { params, query: { format, size_mm, paper, marker_id } })
  const edit = (marker: QrMarker | 'new') => {
    setEditing(marker)
    setOpen(true)
  }
  return (
    <Card
      title={text.sheets}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => edit('new')}>
          {text.add}
        </Button>
      }
    >
      <p className="mb-3 text-13 text-text-muted">{text.sheetsHint}</p>
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <Field label={text.size} className="w-36">
          <NumberField min={MIN_CODE_MM} max={most} step={10} value={size && size_mm} onChange={setSize} />
        </Field>
        <Field label={text.paper} className="w-28">
          <Select
            options={papers.map((value) => ({ value, label: value === 'LETTER' ? 'Letter' : value }))}
            value={paper}
            onChange={(value) => value && setPaper(value)}
          />
        </Field>
        <ButtonLink href={address('pdf')} download>
          <Printer aria-hidden /> {text.allAsPdf}
        </ButtonLink>
        <ButtonLink href={address('zip')} download>
          <Download aria-hidden /> {text.allAsZip}
        </ButtonLink>
      </div>
      {!data && (
        <Skeleton>
          <SkeletonRows rows={3} />
        </Skeleton>
      )}
      <ul className="divide-y divide-line">
        {data?.markers.map((marker) => (
          <li key={marker.id} className="flex items-center gap-1 py-1.5">
            <span className="min-w-0 flex-1 truncate">{marker.label}</span>
            <Menu
              align="end"
              trigger={<IconButton name={text.sheetOf(marker.label)} icon={<Ellipsis aria-hidden />} />}
            >
              <MenuLink icon={<Eye aria-hidden />} href={paths.sheet(marker.id)}>
                {text.openMarkerPage}
              </MenuLink>
              <MenuSeparator />
              {(['pdf', 'svg', 'png'] as const).map((format) => (
                <MenuLink key={format} newTab href={address(format, marker.id)}>
                  {text.asFile(format.toUpperCase())}
                </MenuLink>
              ))}
            </Menu>
            <IconButton
              name={text.edit(marker.label)}
              icon={<Pencil aria-hidden />}
              onClick={() => edit(marker)}
            />
            <IconButton
              name={text.revokeOf(marker.label)}
              icon={<Trash2 aria-hidden />}
              onClick={() => {
                setDoomed(marker)
                setAsking(true)
              }}
            />
          </li>
        ))}
      </ul>
      {editing && (
        <MarkerDialog
          key={editing === 'new' ? 'new' : editing.id}
          projectId={project.id}
          marker={editing === 'new' ? null : editing}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
      {revoking && (
        <AlertDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={text.revokeTitle}
          action={text.revoke}
          onConfirm={() =>
            revoke.send({ params: { id: project.id, markerId: revoking.id } }).catch(() => undefined)
          }
        >
          {text.revokeHint(revoking.label)}
        </AlertDialog>
      )}
    </Card>
  )
}
