import type { GroundChoice } from '@chauffeur/contract/operations/ground'
import type { TenantDb } from '#platform/database/db'
import type { Settings } from '#platform/process/settings'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import { mapFilesIn, type MapFileFound } from './map-files.ts'

/** What a tenant has chosen to be drawn under its maps. */
export const groundSetting = defineCitySetting<GroundChoice>()({
  kind: 'ground',
  object: 'ground',
  standard: { kind: 'OFFLINE', files: [], styleUrl: '', key: '' },
  view: (row) => ({ ...versionFactsOf(row), ...row.content }),
  refusals: { conflict: 'ground.versionConflict' },
})

/** What the environment says for tenants that have chosen nothing. */
export const installationGround = ({ map }: Pick<Settings, 'map'>): GroundChoice => ({
  kind: ({ offline: 'OFFLINE', file: 'FILE', style: 'STYLE', tianditu: 'TIANDITU' } as const)[map.provider],
  files: [],
  styleUrl: map.styleUrl,
  key: map.key,
})

const providerOf = { OFFLINE: 'offline', FILE: 'file', STYLE: 'style', TIANDITU: 'tianditu' } as const

/** A file's address says which state of it: a browser may keep what it read. */
const addressOf = (name: string, found: MapFileFound | undefined) =>
  `/map-files/${encodeURIComponent(name)}?v=${found ? `${found.bytes.toString(36)}-${found.changedAt.getTime().toString(36)}` : 'none'}`

/** What browsers draw now. A chosen file that is not there is named all the same: the map says that it is missing. */
export async function mapInForce(db: TenantDb, settings: Pick<Settings, 'map'>) {
  const { kind, files, styleUrl, key } = (await groundSetting.rowFor(db, null))?.content ?? installationGround(settings)
  const there = kind === 'FILE' ? await mapFilesIn(settings.map.folder) : []
  const readable = there.filter(({ fault }) => fault === null)
  const names = files.length > 0 ? files : (readable.length > 0 ? readable : there).map(({ name }) => name)
  return {
    provider: providerOf[kind],
    ak: kind === 'TIANDITU' ? key : '',
    styleUrl: kind === 'STYLE' ? styleUrl : '',
    files:
      kind === 'FILE'
        ? names.map((name) => ({
            name,
            url: addressOf(
              name,
              there.find((one) => one.name === name),
            ),
          }))
        : [],
  }
}
