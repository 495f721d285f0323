import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { ChooseBcf } from './ChooseBcf.tsx'
import { ImportState } from './ImportState.tsx'
import { useBcfText } from './text.ts'

/**
 * The BCF import dialog: choose a file, follow its parsing, preview, apply. Closing it cancels nothing; its URL reopens
 * it.
 */
export function ImportBcf(props: {
  project: Project
  /** id of the import, or `new` to choose a file */
  shown: string
  onShow: (shown: string) => void
  onClose: () => void
}) {
  const { project, shown, onShow } = props
  const text = useBcfText()
  const mayImport = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  return (
    <Dialog open linked onClose={props.onClose} title={text.importBcf} width="wide">
      {!mayImport && (
        <>
          <p className="pb-4">{text.onlyEditors}</p>
          <DialogActions close={text.close} />
        </>
      )}
      {mayImport && shown === 'new' && <ChooseBcf project={project} onShow={onShow} />}
      {mayImport && shown !== 'new' && (
        <ImportState key={shown} project={project} importId={shown} onAnother={() => onShow('new')} />
      )}
    </Dialog>
  )
}
