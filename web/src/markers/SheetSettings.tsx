import { getQrSheets, papers, revokeMarker } from '@plumbline/contract/markers/markers'
import { computeLargestCode } from '@plumbline/contract/markers/markers.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { Download, Ellipsis, Eye, Printer } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { SettingsList } from '../ui/SettingsList.tsx'
import { MarkerDialog } from './MarkerDialog.tsx'
import { useMarkerText } from './text.ts'

const MIN_CODE_MM = 50
const DEFAULT_CODE_MM = 150

/** Project settings for QR markers: lists, creates and revokes them, and prints their sheets. */
export function SheetSettings({ project }: { project: Project }) {
  const text = useMarkerText()
  const params = { id: project.id }
  const { data, error, refetch } = useRead(getQrSheets, { params, query: {} }, { redirects: false })
  const [size, setSize] = useState<number | null>(DEFAULT_CODE_MM)
  const [paper, setPaper] = useState<(typeof papers)[number]>('A4')
  const revoke = useWrite(revokeMarker)
  const most = computeLargestCode(paper)
  const size_mm = Math.min(size ?? DEFAULT_CODE_MM, most)
  const address = (format: 'pdf' | 'svg' | 'png' | 'zip', marker_id?: string) =>
    urlOf(getQrSheets, { params, query: { format, size_mm, paper, marker_id } })
  return (
    <SettingsList
      title={text.sheets}
      hint={text.sheetsHint}
      add={text.add}
      rows={data?.markers}
      loading={<LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      nameOf={({ label }) => label}
      edit={text.edit}
      remove={{
        name: text.revokeOf,
        title: text.revokeTitle,
        action: text.revoke,
        hint: text.revokeHint,
        run: ({ id }) => revoke.send({ params: { ...params, markerId: id } }),
      }}
      renderRow={(marker) => (
        <>
          <span className="min-w-0 flex-1 wrap-anywhere">{marker.label}</span>
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
        </>
      )}
      renderDialog={({ row, ...dialog }) => <MarkerDialog projectId={project.id} marker={row} {...dialog} />}
      above={
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
      }
    />
  )
}
