import { type Header, listHeaders } from '@plumbline/contract/bim'
import { levelAtLeast } from '@plumbline/contract/roles'
import { Box as BoxIcon } from 'lucide-react'
import { useRead } from '../api/query.ts'
import { paths } from '../app/paths.ts'
import { useProject } from '../projects/use-project.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Dropzone } from '../ui/Dropzone.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { ElementSearchField } from './elements/ElementSearchField.tsx'
import { FileButton } from './FileButton.tsx'
import { ModelRows } from './ModelRows.tsx'
import { useBimText } from './text.ts'
import { UploadList } from './UploadList.tsx'
import { uploadModel, useUploads } from './uploads.ts'

const RULES = { endings: ['.ifc', '.ifczip'], max_bytes: 2_000_000_000, max_files: 20 }

/** The models of a project: upload, processing as it happens, versions, the way into 3D. */
export function ModelsPage() {
  const text = useBimText()
  const project = useProject()
  const { data, error, refetch } = useRead(listHeaders, { params: { id: project.id } })
  const uploads = useUploads(project.id)
  const mayUpload = levelAtLeast(project.my_permission_level, 'EDITOR')
  const headers = (data ?? []) as Header[]
  const shown = headers.filter((header) => header.latest)
  const ready = headers.filter((header) => header.current)
  const add = (files: File[]) => {
    for (const file of files) void uploadModel(project.id, file, null)
  }
  const empty = data && shown.length === 0 && uploads.length === 0
  return (
    <Dropzone
      label={text.addModel}
      rules={RULES}
      onFiles={add}
      disabled={mayUpload ? false : text.viewersMayNot}
      className="min-h-full p-4 sm:p-6"
    >
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="me-auto font-semibold text-20">{text.models}</h1>
        {ready.length > 0 && <ElementSearchField projectId={project.id} />}
        {!empty && (
          <FileButton
            label={text.addModel}
            accept={RULES.endings.join(',')}
            many
            disabled={mayUpload ? false : text.viewersMayNot}
            onFiles={add}
          />
        )}
        {ready.length > 0 && (
          <ButtonLink look="primary" href={paths.viewer(project.id)}>
            <BoxIcon aria-hidden />
            {ready.length === 1 ? text.openOne : text.openAll}
          </ButtonLink>
        )}
      </div>
      {error && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
          {text.loadFailed}
        </Banner>
      )}
      <UploadList uploads={uploads} />
      {!data && !error && (
        <Skeleton>
          <SkeletonRows rows={4} />
        </Skeleton>
      )}
      {empty && <NoModels mayUpload={mayUpload} add={add} />}
      {shown.length > 0 && <ModelRows project={project} headers={shown} mayEdit={mayUpload} />}
    </Dropzone>
  )
}

function NoModels({ mayUpload, add }: { mayUpload: boolean; add: (files: File[]) => void }) {
  const text = useBimText()
  return (
    <EmptyState drawing="model" title={text.drop}>
      <p>{mayUpload ? text.dropHint : text.viewersMayNot}</p>
      {mayUpload && (
        <Dropzone label={text.addModel} rules={RULES} onFiles={add} help={text.dropHelp} className="mt-4" />
      )}
    </EmptyState>
  )
}
