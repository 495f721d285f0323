import { type Project, removeProjectPicture, setProjectPicture } from '@plumbline/contract/projects/projects'
import { useWrite } from '../api/query.ts'
import { uploadFile } from '../api/upload.ts'
import { PictureDialog } from '../ui/PictureDialog.tsx'

/** Uploads a project's picture, cropped to 16:9. */
export function ProjectPictureDialog(props: { project: Project; open: boolean; onClose: () => void }) {
  const { project } = props
  const params = { id: project.id }
  const remove = useWrite(removeProjectPicture)
  return (
    <PictureDialog
      open={props.open}
      onClose={props.onClose}
      aspect={16 / 9}
      widest={1920}
      max_bytes={setProjectPicture.upload.max_bytes}
      onUpload={(file, onProgress) => uploadFile(setProjectPicture, { params, file }, onProgress)}
      onRemove={project.picture_id ? () => remove.send({ params }) : undefined}
    />
  )
}
