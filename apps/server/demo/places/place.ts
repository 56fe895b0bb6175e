/** DINE where evenings are spent, SHOP, STAY hotels, WORK offices, HOME housing, RIDE stations and airports, CARE hospitals, SEE sights and parks. */
export type PlaceKind = 'DINE' | 'SHOP' | 'STAY' | 'WORK' | 'HOME' | 'RIDE' | 'CARE' | 'SEE'

/** Kind, name, address, latitude, longitude (WGS84). */
export type DemoPlace = readonly [kind: PlaceKind, name: string, address: string, lat: number, lng: number]
