import { setProjectPicture } from '@plumbline/contract/projects/projects'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dropzone } from '../ui/Dropzone.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useProjectsText } from './projects-text.ts'

const rules = { endings: ['.jpg', '.jpeg', '.png'], max_bytes: setProjectPicture.upload.max_bytes }

/** Picks, previews and removes the picture of a project that is being created. */
export function ChoosePicture(props: { picture: File | null; onChange: (picture: File | null) => void }) {
  const text = useProjectsText()
  if (!props.picture)
    return (
      <div className="mb-4">
        <p aria-hidden className="mb-1 font-medium text-13">
          {text.picture}
        </p>
        <Dropzone label={text.picture} rules={rules} onFiles={([file]) => props.onChange(file ?? null)} />
      </div>
    )
  return (
    <div className="relative mb-4 overflow-hidden rounded-control border border-line">
      <Preview picture={props.picture} alt={text.picture} />
      <div className="absolute end-2 top-2 rounded-control bg-surface">
        <IconButton name={text.removePicture} icon={<X aria-hidden />} onClick={() => props.onChange(null)} />
      </div>
    </div>
  )
}

function Preview({ picture, alt }: { picture: File; alt: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(picture)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return <img src={address} alt={alt} className="aspect-video w-full bg-sunken object-cover" />
}
