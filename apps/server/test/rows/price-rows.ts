import { templateA } from '#demo/pricing/price-templates'

export const priceTables = {
  templateId: ['price_templates', 'template_id'],
  fenceId: ['price_fences', 'fence_id'],
  feeQuoteId: ['fee_quotes', 'quote_id'],
  rateId: ['dynamic_rates', 'rate_id'],
  weatherRuleId: ['weather_rules', 'rule_id'],
} as const
type Insert = (kind: keyof typeof priceTables, values: Record<string, unknown>) => Promise<string>
interface Beside {
  soon: Date
  later: Date
  ofCity: (what: string) => string
}

/** A template of a city, one of each thing that changes its prices, and what a customer was told. */
export async function priceRows(insert: Insert, home: { tenant_id: string; city_id: string }, n: number, { soon, later, ofCity }: Beside) {
  const { tenant_id, city_id } = home
  const templateId = await insert('templateId', {
    tenant_id,
    code: `RT${n}`,
    name: ofCity('模板'),
    owner_type: 'CITY',
    city_ids: [city_id],
    rank: 10,
    rules: JSON.stringify(templateA),
    effective_from: later,
  })
  return {
    templateId,
    fenceId: await insert('fenceId', {
      ...home,
      template_id: templateId,
      name: ofCity('围栏'),
      side: 'PICKUP',
      polygon: { type: 'Polygon', coordinates: [] },
      effective_from: later,
      ...{ min_lat: 1, max_lat: 2, min_lng: 1, max_lng: 2 },
    }),
    feeQuoteId: await insert('feeQuoteId', {
      ...home,
      ...{ template_id: templateId, template_version: 1 },
      ...{ distance_m: 1, duration_s: 1, total_fen: 1, priced: {}, trip: {} },
      valid_until: soon,
    }),
    rateId: await insert('rateId', { ...home, name: ofCity('加价'), from_s: 0, to_s: 60, rate_bp: 10_100 }),
    weatherRuleId: await insert('weatherRuleId', {
      ...home,
      name: ofCity('天气'),
      flat_fen: 100,
      active_from: new Date(),
      active_to: later,
    }),
  }
}
