import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { type Crop, centredCrop, computeCropRect } from './crop.ts'
import { Dialog } from './Dialog.tsx'
import { Dropzone } from './Dropzone.tsx'
import { formatFileSize } from './file-rules.ts'
import { PictureCrop } from './PictureCrop.tsx'
import { Progress } from './Progress.tsx'
import { cropPicture, type DecodedPicture, decodePicture } from './picture-file.ts'
import { useUiText } from './text.tsx'
import { capitalise } from './toast.ts'
import { useOnline } from './use-online.ts'

export interface PictureDialogProps {
  open: boolean
  onClose: () => void
  /** stores the picture and reports progress from 0 to 100; rejects with an Error whose message can be shown */
  onUpload: (picture: Blob, onProgress: (percent: number) => void) => Promise<unknown>
  /** removes the current picture; absent without one */
  onRemove?: () => Promise<unknown>
  /** aspect ratio, width by height; 1 by default */
  aspect?: number
  /** crops to a circle, for people */
  round?: boolean
  /** width limit of the upload in pixels */
  widest?: number
  max_bytes: number
  /** the current picture */
  children?: ReactNode
}

/**
 * Uploads a picture. It is uploaded as soon as it is chosen, cropped to its middle; moving or zooming the crop uploads a
 * new version.
 *
 *     <PictureDialog open={open} onClose={close} aspect={16 / 9} widest={1920} max_bytes={upload.max_bytes}
 *       onUpload={(file, onProgress) => uploadFile(setProjectPicture, { params: { id }, file }, onProgress)} />
 */
export function PictureDialog(props: PictureDialogProps) {
  const { aspect = 1, round = false, max_bytes } = props
  const text = useUiText()
  const online = useOnline()
  const [crop, setCrop] = useState<Crop>(centredCrop)
  const { picture, setPicture, waiting, percent, sent, problem, setProblem, attempt, send } =
    useSending(props)
  const changed = picture !== null && sent !== crop

  async function take([file]: File[]) {
    setProblem(undefined)
    const read = file ? await decodePicture(file) : null
    if (!read) {
      setProblem(text.pictureWrongType)
      return
    }
    setPicture(read)
    setCrop(centredCrop)
    await send(read, centredCrop)
  }
  function close() {
    setPicture(null)
    setProblem(undefined)
    props.onClose()
  }
  return (
    <Dialog open={props.open} onClose={close} title={text.uploadPicture} dirty={changed && !problem}>
      {problem && (
        <p role="alert" className="mb-3 rounded-control bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      {picture ? (
        <PictureCrop picture={picture} aspect={aspect} round={round} crop={crop} onChange={setCrop} />
      ) : (
        <div className="flex flex-col gap-4">
          {props.children && <div className="flex justify-center">{props.children}</div>}
          <Dropzone
            label={text.uploadPicture}
            action={text.uploadImage}
            disabled={online ? waiting : text.needsConnection}
            rules={{ endings: ['.jpg', '.png', '.jpeg'], max_bytes, max_files: 1 }}
            refusals={{
              wrong_type: text.pictureWrongType,
              empty: text.pictureWrongType,
              too_many: text.pictureTooMany,
            }}
            help={text.pictureHelp(formatFileSize(max_bytes, text.locale))}
            onFiles={(files) => void take(files)}
          />
        </div>
      )}
      <div className={picture ? 'mt-3 min-h-8' : 'mt-3'} role="status">
        {percent !== null && <Progress label={text.uploading} value={percent} />}
        {!waiting && picture && !changed && (
          <p className="text-center text-13 text-success">{text.pictureSaved}</p>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {picture ? (
          <Button className="me-auto" disabled={waiting} onClick={() => setPicture(null)}>
            {text.chooseAnother}
          </Button>
        ) : (
          props.onRemove && (
            <Button
              className="me-auto"
              disabled={online ? waiting : text.needsConnection}
              onClick={() => void attempt(async () => props.onRemove?.()).then((done) => done && close())}
            >
              {text.removePicture}
            </Button>
          )
        )}
        {picture && (
          <Button
            look="primary"
            loading={waiting}
            onClick={() => (changed ? void send(picture, crop).then((done) => done && close()) : close())}
          >
            {changed ? text.save : text.done}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The chosen picture, the crop last stored, and the progress of the running upload. */
function useSending({ onUpload, aspect = 1, widest = 512 }: PictureDialogProps) {
  const text = useUiText()
  const [picture, setPicture] = useState<DecodedPicture | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [percent, setPercent] = useState<number | null>(null)
  const [sent, setSent] = useState<Crop | null>(null)
  const [problem, setProblem] = useState<string>()
  const last = useRef<DecodedPicture | null>(null)
  useEffect(() => {
    if (last.current !== picture) last.current?.bitmap.close()
    last.current = picture
  }, [picture])

  /** Uploads a crop and shows a failure; resolves to true on success. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setWaiting(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(error instanceof Error && error.message ? capitalise(error.message) : text.uploadFailed)
      return false
    } finally {
      setWaiting(false)
      setPercent(null)
    }
  }
  async function send(chosen: DecodedPicture, crop: Crop): Promise<boolean> {
    setSent(null)
    setPercent(0)
    const done = await attempt(async () => {
      const file = await cropPicture(chosen, computeCropRect(chosen.bitmap, aspect, crop), widest)
      await onUpload(file, setPercent)
    })
    if (done) setSent(crop)
    return done
  }
  return { picture, setPicture, waiting, percent, sent, problem, setProblem, attempt, send }
}
