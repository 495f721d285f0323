import type { BuildingLevel, ModelWriter } from './model-writer.ts'
import { BAY, type BuildingSize, planCore } from './plan.ts'
import { EXTRACT_AIR, SUPPLY_AIR } from './services.ts'

/** Writes air handling units above the riser, and solar panels on the rest of the roof. */
export function writePlant(writer: ModelWriter, size: BuildingSize, level: BuildingLevel): void {
  const { riser, y0, y1 } = planCore(size)
  const { shapes } = writer
  for (const [index, system] of [SUPPLY_AIR, EXTRACT_AIR].entries()) {
    const style = index === 0 ? 'supply air' : 'extract air'
    writer.element({
      key: `plant/${index}`,
      entity: 'IFCUNITARYEQUIPMENT',
      name: `Air handling unit ${index + 1}`,
      level,
      at: [riser.x0 - 2200, index === 0 ? y0 + 900 : y1 - 900, 420],
      solids: [
        shapes.box('white', [0, -750, 0], [4400, 750, 1700]),
        ...[0, 1, 2, 3].map((door) =>
          shapes.box('steel', [120 + door * 1080, -765, 120], [1080 + door * 1080, -750, 1560]),
        ),
        shapes.box('steel', [-80, -770, -120], [4480, 770, 0]),
        shapes.box(style, [4400, -400, 500], [5200, 400, 1200]),
      ],
      predefined: 'AIRHANDLER',
      psets: {
        Pset_UnitaryEquipmentTypeAirHandler: {
          Reference: `AHU ${index + 1}`,
          AirHandlerConstruction: 'MANUFACTUREDITEM',
        },
        Pset_ManufacturerTypeInformation: { Manufacturer: 'Example works', ModelLabel: 'AHU 12 000' },
      },
      classification: 'Ss_65_40_33',
      system,
    })
  }
  const panel = writer.type('IFCSOLARDEVICETYPE', 'Solar panel 1700 x 1000', 'SOLARPANEL', [
    shapes.extrude(
      'frame',
      shapes.rectangle(1700, 1000),
      35,
      shapes.axes([0, 0, 380], [0, -0.26, 0.966], [1, 0, 0]),
    ),
    shapes.box('steel', [-800, -420, 120], [-770, -390, 300]),
    shapes.box('steel', [770, -420, 120], [800, -390, 300]),
    shapes.box('steel', [-800, 400, 120], [-770, 430, 480]),
    shapes.box('steel', [770, 400, 120], [800, 430, 480]),
  ])
  const rows = [1, size.bays_y - 1].flatMap((row, side) =>
    [0, 1, 2].map((step) => (row - side) * BAY + (side ? 2200 : -5400) + step * 2000),
  )
  for (const [row, y] of rows.entries()) {
    for (let x = 1800, index = 0; x < size.bays_x * BAY - 1500; x += 1760, index++) {
      writer.element({
        key: `solar/${row}/${index}`,
        entity: 'IFCSOLARDEVICE',
        name: `Solar panel ${row + 1}.${index + 1}`,
        level,
        at: [x, y, 0],
        type: panel,
        predefined: 'SOLARPANEL',
        psets: { Pset_SolarDeviceTypeCommon: { Reference: 'PV 400 W', Status: 'NEW' } },
        classification: 'Ss_70_30_10',
        system: 'Solar power|ELECTRICAL',
      })
    }
  }
}
