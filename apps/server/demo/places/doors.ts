import type { Entrance } from '@chauffeur/contract/operations/place'

interface KnownPlace {
  /** What else people call it. */
  aliases?: readonly string[]
  entrances?: readonly Entrance[]
  pickupNote?: string
}
const door = (name: string, lat: number, lng: number, note = ''): Entrance => ({ name, lat, lng, note })
const squares = '先问客人在哪个广场'

/** Stations and airports, by the names of the places: doors, WGS84, to within some 300 m. */
export const knownPlaces: Readonly<Record<string, KnownPlace>> = {
  杭州东站: {
    aliases: ['火车东站', '高铁东站'],
    entrances: [door('东广场', 30.2913, 120.2112, '出站后沿网约车指示牌走'), door('西广场', 30.2899, 120.2047, '公交站旁')],
    pickupNote: squares,
  },
  '杭州站（城站）': { aliases: ['城站火车站', '杭州火车站'] },
  杭州西站: { aliases: ['火车西站', '高铁西站'] },
  杭州萧山国际机场: {
    aliases: ['萧山机场', '杭州机场', 'HGH'],
    entrances: [door('T4 到达 3 号门', 30.2391, 120.4342, '3 号门，指示牌下'), door('T3 到达 11 号门', 30.236, 120.4325, '马路对面停车楼')],
    pickupNote: '先问客人在哪个航站楼',
  },
  上海虹桥站: {
    aliases: ['虹桥火车站', '虹桥高铁站'],
    entrances: [door('到达层南出口', 31.1946, 121.3158, '地下停车库南侧'), door('到达层北出口', 31.1976, 121.3158, '地下停车库北侧')],
  },
  虹桥国际机场T2航站楼: {
    aliases: ['虹桥机场', '虹桥T2', 'SHA'],
    entrances: [door('到达层 1 号门', 31.1945, 121.3222), door('到达层 4 号门', 31.198, 121.3222)],
    pickupNote: '到达层门外不能久等，客人出来再靠近',
  },
  上海站: {
    aliases: ['新客站', '上海火车站'],
    entrances: [door('南广场', 31.2497, 121.4512), door('北广场', 31.2535, 121.4508)],
    pickupNote: squares,
  },
  上海南站: {
    aliases: ['火车南站'],
    entrances: [door('南广场', 31.154, 121.4255), door('北广场', 31.1573, 121.4235)],
    pickupNote: squares,
  },
  成都东站: {
    aliases: ['火车东站'],
    entrances: [door('东广场', 30.6312, 104.1384), door('西广场', 30.6324, 104.1328)],
    pickupNote: squares,
  },
  成都站: { aliases: ['火车北站', '北站'] },
  成都南站: { aliases: ['火车南站'] },
  成都双流国际机场: { aliases: ['双流机场', 'CTU'], pickupNote: '先问客人在哪个航站楼' },
  深圳北站: {
    aliases: ['高铁北站'],
    entrances: [door('东广场', 22.6113, 114.027), door('西广场', 22.6119, 114.0216)],
    pickupNote: squares,
  },
  深圳站: {
    aliases: ['罗湖火车站'],
    entrances: [door('东广场', 22.5345, 114.1137), door('西广场', 22.535, 114.111)],
    pickupNote: squares,
  },
  深圳宝安国际机场: { aliases: ['宝安机场', '深圳机场', 'SZX'] },
}
