import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { intBetween, json, lat, lng, nothing, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { cityCalls } from './city.ts'

export const groundRefusals = refusals({
  'ground.wholeTenantOnly': {
    code: 40395,
    zh: '底图对全公司生效，仅不限城市、机构与渠道的人员可以修改',
    en: 'The map holds for the whole company: people bound to cities, an organisation or a channel cannot change it',
  },
  'ground.incomplete': {
    code: 40095,
    zh: '请补全所选底图：地图文件要有文件，样式要有地址，天地图要有密钥',
    en: 'The chosen map lacks something: a map file, the address of a style, or the key of Tianditu',
  },
  'ground.versionConflict': { code: 409146, zh: '底图设置已被他人修改', en: 'Somebody else changed the map' },
})

/** What is drawn under every map: our own sketch, map files on the server's disk, a style elsewhere, or Tianditu. */
export const groundKinds = ['OFFLINE', 'FILE', 'STYLE', 'TIANDITU'] as const
export type GroundKind = (typeof groundKinds)[number]

/** The name of a map file: no folder, nothing hidden. */
export const mapFileName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,120}\.pmtiles$/u)

const ground = z.object({
  kind: z.enum(groundKinds),
  /** The first that has a tile at a place draws it; none chosen: all that are there. */
  files: z.array(mapFileName).max(20),
  styleUrl: z.string(),
  /** Tianditu's key for browsers: every console that draws its map has it. */
  key: z.string(),
})
export type GroundChoice = z.infer<typeof ground>

export const groundCalls = part(
  {
    ground: call({
      method: 'GET',
      path: '/djweb/map/ground',
      effect: 'read',
      access: { authority: 'map.service' },
      summary: '底图设置',
      input: nothing,
      output: z.object({
        /** Null: nobody has chosen, the installation's holds. */
        chosen: ground.extend(versionFacts).nullable(),
        installation: ground,
        /** Whether the installation names a folder for map files. */
        folder: z.boolean(),
        there: z.array(
          z.object({
            name: z.string(),
            bytes: z.number().int(),
            changedAt: z.string(),
            /** `OTHER`: no PMTiles file of version 3; `CUT`: its end is missing; `UNREADABLE`: the server may not read it. */
            fault: z.enum(['OTHER', 'CUT', 'UNREADABLE']).nullable(),
          }),
        ),
      }),
    }),
    saveGround: call({
      method: 'POST',
      path: '/djweb/map/ground',
      effect: 'write',
      access: { authority: 'map.service' },
      everyChannel: true,
      summary: '保存底图设置',
      input: z.object({
        kind: z.enum(groundKinds),
        files: json(z.array(mapFileName).max(20)),
        /** By https alone: the console's own policy lets browsers fetch from nowhere else. */
        styleUrl: text(500).refine(
          (url) => url === '' || /^https:\/\/\S+$/.test(url),
          '样式地址须以 https:// 开头 | a style’s address begins with https://',
        ),
        key: text(100),
        version: intBetween(0, 1_000_000),
        ...changeReason,
      }),
      output: ground.extend(versionFacts),
      failures: ['ground.wholeTenantOnly', 'ground.incomplete', 'ground.versionConflict'],
    }),
    /** What the business itself knows of a place: streets that its trips went along, and places of its own for those who may see them. */
    known: call({
      method: 'GET',
      path: '/djweb/map/ground/known',
      effect: 'read',
      access: 'signedIn',
      summary: '自有街道与地点',
      input: z.object({ west: lng, south: lat, east: lng, north: lat }),
      output: z.object({
        places: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number() })),
        /** Lines of longitudes and latitudes. */
        streets: z.array(z.array(z.tuple([z.number(), z.number()]))),
      }),
    }),
    groundHistory: call({
      method: 'GET',
      path: '/djweb/map/ground/history',
      effect: 'read',
      access: { authority: 'map.service' },
      summary: '底图设置历史',
      input: nothing,
      output: versionsOf(ground.extend(versionFacts)),
    }),
  },
  () => [cityCalls.browserKey],
)
