interface Home {
  tenant_id: string
  city_id: string
}
type Kind = 'dispatchSettingId' | 'placeId' | 'rangeId' | 'teamId'
type Insert = (kind: Kind, values: Record<string, unknown>) => Promise<string>

interface Around {
  channel_ids: string[]
  soon: Date
  later: Date
  named(what: string): string
  ofCity(what: string): string
}

/** What dispatch goes by in a city: its settings and places, a driver's listening range, a team. */
export const dispatchRows = async (insert: Insert, home: Home, driver_id: string, { channel_ids, soon, later, named, ofCity }: Around) => ({
  dispatchSettingId: await insert('dispatchSettingId', { ...home, params: {}, remark: ofCity('设置') }),
  placeId: await insert('placeId', { ...home, name: ofCity('地点'), lat: 30.25, lng: 120.16 }),
  rangeId: await insert('rangeId', {
    tenant_id: home.tenant_id,
    driver_id,
    radius_m: 800,
    valid_from: soon,
    valid_until: later,
    reason: named('范围'),
  }),
  teamId: await insert('teamId', { ...home, name: ofCity('车队'), channel_ids }),
})
