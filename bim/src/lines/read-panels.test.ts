import { describe, expect, it } from 'vitest'
import { convertBytes } from '../../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../../test/step-file.ts'
import type { OpeningPanels } from '../model.ts'
import { listDoorPanels, listWindowPanels } from './panel-motions.ts'

/** A placement turned by 90° (#90), and one that lies on its back (#95). */
const PLACEMENTS = `#90=IFCLOCALPLACEMENT(#13,#91);#91=IFCAXIS2PLACEMENT3D(#92,$,#93);#92=IFCCARTESIANPOINT((5000.,0.,0.));#93=IFCDIRECTION((0.,1.,0.));
#95=IFCLOCALPLACEMENT(#13,#96);#96=IFCAXIS2PLACEMENT3D(#92,#93,#97);#97=IFCDIRECTION((1.,0.,0.));`
const box = (from: number) => buildBoxShape(from, [900, 100, 2100])

async function panelsOf(data: string, schema = 'IFC4') {
  const converted = await convertBytes(buildIfcFile(PLACEMENTS + data, { schema }))
  const json = converted.artefacts.get('panels.json')
  const panels = json ? (JSON.parse(new TextDecoder().decode(json)) as OpeningPanels[]) : []
  const { name } = converted.structure.elements
  return {
    manifest: converted.manifest,
    panels: panels.map((each) => ({ ...each, element: name[each.element] })),
  }
}

describe('the panels of doors and windows', () => {
  it('follow the operation of the door, in the direction of its placement', async () => {
    const door = `#100=IFCDOOR('0000000000000000000100',$,'Door',$,$,#90,#200,$,2100.,900.,.DOOR.,.SINGLE_SWING_RIGHT.,$);${box(200)}`
    const { panels, manifest } = await panelsOf(door)
    const motions = [{ kind: 'SWING', from: 1, to: 0, side: 1 }]
    expect(panels).toEqual([{ element: 'Door', along: [0, 1], towards: [-1, 0], panels: motions }])
    expect(manifest.panels).toBe(1)
  })

  it('follow the type where the door states no operation, also a style of IFC 2x3', async () => {
    const of = (type: string, rest: string) =>
      `#100=IFCDOOR('0000000000000000000100',$,'Door',$,$,#13,#200,$,2100.,900.${rest});${type}
#102=IFCRELDEFINESBYTYPE('0000000000000000000102',$,$,$,(#100),#101);${box(200)}`
    const typed = of(
      `#101=IFCDOORTYPE('0000000000000000000101',$,'T',$,$,$,$,$,$,.DOOR.,.DOUBLE_DOOR_SINGLE_SWING.,.F.,$);`,
      ',.DOOR.,.NOTDEFINED.,$',
    )
    const styled = of(
      `#101=IFCDOORSTYLE('0000000000000000000101',$,'T',$,$,$,$,$,.DOUBLE_DOOR_SINGLE_SWING.,.WOOD.,.F.,.F.);`,
      '',
    )
    const motions = [
      { kind: 'SWING', from: 0, to: 0.5, side: 1 },
      { kind: 'SWING', from: 1, to: 0.5, side: 1 },
    ]
    expect((await panelsOf(typed)).panels[0]?.panels).toEqual(motions)
    expect((await panelsOf(styled, 'IFC2X3')).panels[0]?.panels).toEqual(motions)
  })

  it('of windows follow their property sets, side by side', async () => {
    const window = `#100=IFCWINDOW('0000000000000000000100',$,'Window',$,$,#13,#200,$,1200.,1800.,.WINDOW.,.DOUBLE_PANEL_VERTICAL.,$);
#101=IFCWINDOWPANELPROPERTIES('0000000000000000000101',$,'L',$,.TILTANDTURNLEFTHAND.,.LEFT.,$,$,$);
#102=IFCWINDOWPANELPROPERTIES('0000000000000000000102',$,'R',$,.SIDEHUNGRIGHTHAND.,.RIGHT.,$,$,$);
#103=IFCRELDEFINESBYPROPERTIES('0000000000000000000103',$,$,$,(#100),#101);
#104=IFCRELDEFINESBYPROPERTIES('0000000000000000000104',$,$,$,(#100),#102);${box(200)}`
    expect((await panelsOf(window)).panels[0]?.panels).toEqual([
      { kind: 'SWING', from: 0, to: 0.5, side: 1 },
      { kind: 'SWING', from: 1, to: 0.5, side: 1 },
    ])
  })

  it('are left out where a plan does not show them, and for lying elements', async () => {
    const door = (placement: number, operation: string) =>
      `#100=IFCDOOR('0000000000000000000100',$,'Door',$,$,#${placement},#200,$,2100.,900.,.DOOR.,.${operation}.,$);${box(200)}`
    const { panels, manifest } = await panelsOf(door(13, 'ROLLINGUP'))
    expect([panels, manifest.panels]).toEqual([[], 0])
    expect((await panelsOf(door(95, 'SINGLE_SWING_LEFT'))).panels).toEqual([])
  })

  it('have one name for doors of IFC 4 and panels of IFC 4.3, and opposite swings on both sides', () => {
    expect(listDoorPanels('DOUBLE_PANEL_FOLDING')).toEqual(listDoorPanels('DOUBLE_DOOR_FOLDING'))
    const opposite = listDoorPanels('DOUBLE_DOOR_SINGLE_SWING_OPPOSITE_LEFT')
    expect(opposite?.map(({ from, side }) => [from, side])).toEqual([
      [0, 1],
      [1, -1],
    ])
    expect(listWindowPanels([{ operation: 'BOTTOMHUNG', position: 'LEFT' }])).toBeNull()
  })
})
