import { useMe } from '../../api/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useViewerText } from './text.ts'

/** Reference of mouse, touch and keyboard controls of the 3D view. */
export default function HelpDialog(props: { onClose: () => void }) {
  const text = useViewerText()
  const { shortcuts } = useMe().preferences
  const { gestures: does, inputs } = text
  const byTouch = matchMedia('(pointer: coarse)').matches
  const mouse: [string, string][] = [
    [inputs.leftDrag, does.orbit],
    [inputs.rightDrag, does.pan],
    [inputs.wheel, does.zoom],
    [inputs.click, does.select],
    [inputs.ctrlClick, does.add],
    [inputs.altDrag, does.marquee],
    [inputs.doubleClick, does.fit],
    [inputs.rightClick, does.menu],
  ]
  const touch: [string, string][] = [
    [inputs.oneFinger, does.orbit],
    [inputs.twoFingers, does.pinch],
    [inputs.doubleTap, does.fit],
    [inputs.longPress, does.menu],
    [text.rectangle, does.marquee],
  ]
  const always: [string, string][] = [
    ['Space', text.fit],
    ['Home', text.home],
    ['Alt 1 … 6', does.axes],
    [inputs.arrows, does.turn],
    ['+ −', does.nearer],
    ['Shift F10', does.menu],
    ['Ctrl Z', text.undoShown],
    ['Ctrl Shift Z', text.redoShown],
    ['Esc', does.step],
  ]
  const letters: [string, string][] = [
    ['O', does.projection],
    ['H', text.hide],
    ['I', text.isolate],
    ['G', text.ghost],
    ['Shift H', text.showAll],
    ['X', text.box],
    ['Shift X', does.planeFromFace],
    ['M', text.measure],
    ['F', text.walk],
    ['2', text.plan],
    ['3', does.to3d],
    ['V', text.saveView],
    ['Shift S', text.snapshot],
    ['Shift P', text.pins],
    ['C', text.newIssueHere],
    ['?', text.help],
  ]
  const walking: [string, string][] = [
    [inputs.walkKeys, does.move],
    [inputs.upDownKeys, does.upDown],
    ['Shift', does.run],
    [inputs.wheel, does.speed],
    ['Esc', does.leave],
  ]
  return (
    <Dialog open onClose={props.onClose} title={text.helpTitle} width="wide" textOnly>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4">
          {byTouch && <HelpTable title={text.helpTouch} rows={touch} />}
          <HelpTable title={text.helpMouse} rows={mouse} />
          {!byTouch && <HelpTable title={text.helpTouch} rows={touch} />}
        </div>
        <div className="flex flex-col gap-4">
          <HelpTable title={text.helpKeys} rows={shortcuts ? [...always, ...letters] : always} keys />
          <HelpTable title={text.helpWalk} rows={walking} keys />
          <p className="text-12 text-text-muted">{text.helpLetters}</p>
        </div>
      </div>
    </Dialog>
  )
}

function HelpTable(props: { title: string; rows: [input: string, action: string][]; keys?: boolean }) {
  return (
    <section>
      <h3 className="pb-1 font-semibold">{props.title}</h3>
      <dl className="text-13">
        {props.rows.map(([input, action]) => (
          <div
            key={`${input} ${action}`}
            className="grid grid-cols-[1fr_1.4fr] gap-3 border-line border-t py-1"
          >
            <dt>{props.keys ? <Kbd keys={input} /> : input}</dt>
            <dd className="text-text-muted">{action}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
