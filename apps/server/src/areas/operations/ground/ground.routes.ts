import { type GroundChoice, groundCalls } from '@chauffeur/contract/operations/ground'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { placesIn, streetsIn } from './ground.queries.ts'
import { groundSetting, installationGround } from './ground.setting.ts'
import { mapFilesIn } from './map-files.ts'

const isComplete = ({ kind, styleUrl, key }: GroundChoice, folder: string | null): boolean =>
  ({ OFFLINE: true, FILE: folder !== null, STYLE: styleUrl !== '', TIANDITU: key !== '' })[kind]

export const groundRoutes = implement(
  'ground',
  groundCalls,
)({
  ground: async ({ db, platform: { settings } }) => {
    const [row, there] = await Promise.all([groundSetting.rowFor(db, null), mapFilesIn(settings.map.folder)])
    return {
      chosen: row && groundSetting.view(row),
      installation: installationGround(settings),
      folder: settings.map.folder !== null,
      there: there.map(({ changedAt, ...file }) => ({ ...file, changedAt: changedAt.toISOString() })),
    }
  },
  saveGround: async ({ input, db, scope, operator, platform: { settings }, fail, audit }) => {
    if (!seesEveryCity(scope)) return fail('ground.wholeTenantOnly')
    const { version, changeReason, ...choice } = input
    if (!isComplete(choice, settings.map.folder)) return fail('ground.incomplete')
    return groundSetting.view(
      await groundSetting.saveFor(db, { cityId: null, version, reason: changeReason }, { operator, audit, fail }, choice),
    )
  },
  known: async ({ input, db, operator }) => {
    const [places, streets] = await Promise.all([operator.authorities.has('place.view') ? placesIn(db, input) : [], streetsIn(db, input)])
    return { places, streets }
  },
  groundHistory: ({ db }) => groundSetting.historyFor(db, null),
})
