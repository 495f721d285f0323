import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { DraftFilesHandle } from '../api/draft-files.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChosenFiles } from './ChosenFiles.tsx'
import { FileButtons } from './detail/FileButtons.tsx'
import { useDetailText } from './detail/text.ts'

const DraftMarkupDialog = lazyPart(() => import('./markup/DraftMarkupDialog.tsx'), { placeless: true })

/** Formats that the server takes as photos, and that may therefore be drawn on. */
const PHOTO = /^image\/(jpeg|png|webp|gif)$/

/** Photos and files of a new issue; photos can be drawn on before they are sent. `children` are further buttons. */
export function NewIssueFiles(props: {
  files: DraftFilesHandle
  /** photos only */
  photos?: boolean
  /** buttons across the whole width, for phones */
  wide?: boolean
  children?: ReactNode
}) {
  const { files, setFiles, shapesOf, setShapes } = props.files
  const text = useDetailText()
  const [drawing, setDrawing] = useState<File | null>(null)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <FileButtons
          photos={props.photos}
          wide={props.wide}
          onFiles={(list) => setFiles([...files, ...list])}
        />
        {props.children}
      </div>
      <ChosenFiles files={files} onRemove={(removed) => setFiles(files.filter((file) => file !== removed))}>
        {(file) =>
          PHOTO.test(file.type) && (
            <IconButton
              size="small"
              name={text.drawOnPhoto(file.name, shapesOf(file).length)}
              icon={<Pencil aria-hidden />}
              look={shapesOf(file).length > 0 ? 'secondary' : 'ghost'}
              onClick={() => setDrawing(file)}
            />
          )
        }
      </ChosenFiles>
      {drawing && (
        <Suspense>
          <DraftMarkupDialog
            file={drawing}
            shapes={shapesOf(drawing)}
            onSave={(shapes) => setShapes(drawing, shapes)}
            onClose={() => setDrawing(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
