import * as z from 'zod'

/** Services that know the streets. */
export const roadProvider = z.enum(['AMAP', 'TIANDITU', 'OSRM', 'VALHALLA'])
export type RoadProvider = z.infer<typeof roadProvider>

/** How a distance came about: asked for just now, known from what was asked before, or the straight line with the detour measured in the city. */
export const measured = z.object({
  by: z.enum(['ROAD', 'CACHED', 'ESTIMATE']),
  /** Of an estimate null. */
  provider: roadProvider.nullable(),
})
export type Measured = z.infer<typeof measured>
