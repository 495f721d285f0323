import { type BcfImport, listBcfImports, maxBcfBytes, maxBcfImports } from '@plumbline/contract/bcf/bcf'
import type { Project } from '@plumbline/contract/projects/projects'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { usePeople } from '../issues/use-people.ts'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { DialogActions } from '../ui/Dialog.tsx'
import { Dropzone } from '../ui/Dropzone.tsx'
import { describeFileRefusal } from '../ui/file-refusals.ts'
import type { RefusedFile } from '../ui/file-rules.ts'
import { Link } from '../ui/Link.tsx'
import { Progress } from '../ui/Progress.tsx'
import { useUiText } from '../ui/text.tsx'
import { useIsShown } from '../ui/use-is-shown.ts'
import { useOnline } from '../ui/use-online.ts'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { useBcfText } from './text.ts'
import { uploadBcfFiles, useBcfUpload } from './upload-bcf-files.ts'

const rules = { endings: ['.bcf', '.bcfzip'], max_bytes: maxBcfBytes, max_files: maxBcfImports }

/** File picker for a BCF import, with the progress of the upload and the list of recent imports. */
export function ChooseBcf({ project, onShow }: { project: Project; onShow: (importId: string) => void }) {
  const text = useBcfText()
  const ui = useUiText()
  const online = useOnline()
  const upload = useBcfUpload(project.id)
  const isShown = useIsShown()
  async function send(files: File[], refused: RefusedFile[]) {
    const ownMessages = {
      too_large: text.fileTooLarge,
      wrong_type: text.fileWrongType,
      too_many: null,
      empty: null,
    }
    const problems = refused.map(({ file, reason }) => ({
      name: file.name,
      message: ownMessages[reason] ?? describeFileRefusal(reason, rules, ui),
    }))
    const started = await uploadBcfFiles(project.id, files, problems)
    // a single import opens its preview; several stay in the list of recent imports
    const [only] = files.length === 1 ? started : []
    if (only && isShown.current) onShow(only.id)
  }
  const sending = upload?.sending
  return (
    <>
      <div className="flex flex-col gap-5 pb-5">
        {upload && upload.problems.length > 0 && (
          <Banner tone="danger">
            {upload.problems.map(({ name, message }) => (
              <p key={name}>
                {name}: {message}
              </p>
            ))}
          </Banner>
        )}
        {sending ? (
          <div className="flex flex-col gap-2">
            <Progress
              label={text.sending(sending.name, sending.at, sending.of)}
              value={sending.percent}
              action={
                <Button size="small" onClick={upload.stop}>
                  {text.cancelUpload}
                </Button>
              }
            />
            <p className="text-13 text-text-muted">{text.continuesWhenClosed}</p>
          </div>
        ) : (
          <Dropzone
            label={text.file}
            rules={rules}
            action={text.chooseFile}
            help={text.fileHelp}
            disabled={online ? false : text.offline}
            silent
            onFiles={(files, refused) => void send(files, refused)}
          />
        )}
        <RecentImports project={project} />
      </div>
      <DialogActions close={text.close} />
    </>
  )
}

const tones: Record<BcfImport['state'], Tone> = {
  READING: 'info',
  READY: 'warning',
  APPLYING: 'info',
  DONE: 'success',
  FAILED: 'danger',
  CANCELLED: 'neutral',
}

function RecentImports({ project }: { project: Project }) {
  const text = useBcfText()
  const { data, error, refetch } = useRead(
    listBcfImports,
    { params: { id: project.id } },
    { redirects: false },
  )
  const { nameOf } = usePeople(project.id)
  return (
    <section aria-labelledby="bcf-recent">
      <h2 id="bcf-recent" className="mb-1 font-medium">
        {text.recent}
      </h2>
      {!data && (
        <LoadingState error={error} onRetry={() => void refetch()} failed={text.recentFailed} rows={2} />
      )}
      {data?.length === 0 && <p className="text-text-muted">{text.noRecent}</p>}
      <ul>
        {data?.map((one) => (
          <li
            key={one.id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-2"
          >
            <span className="min-w-40 flex-1">
              <Link
                quiet
                href={paths.importBcf(project.id, one.id)}
                className="touch-target block truncate font-medium"
              >
                {one.file_name}
              </Link>
              <span className="block text-13 text-text-muted" title={exactTime(one.created_at)}>
                {text.by(nameOf(one.created_by) ?? text.somebody, shortDateTime(one.created_at))}
              </span>
            </span>
            {one.topics > 0 && (
              <span className="text-13 text-text-muted tabular-nums">{text.topics(one.topics)}</span>
            )}
            <Badge tone={tones[one.state]}>{text.states[one.state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
