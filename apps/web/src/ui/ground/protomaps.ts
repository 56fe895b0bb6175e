import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification } from 'maplibre-gl'
import type { LandInk } from './ink.ts'

/** Protomaps' names for colours, in ours. */
function flavorIn(ink: LandInk): Flavor {
  const { land, built, water, park, motorway, trunk, primary, street, casing, halo, roadName, place, district } = ink
  const ways = (kind: 'tunnel' | 'bridges') => ({
    [`${kind}_other_casing`]: casing,
    [`${kind}_minor_casing`]: casing,
    [`${kind}_link_casing`]: casing,
    [`${kind}_major_casing`]: casing,
    [`${kind}_highway_casing`]: casing,
    [`${kind}_other`]: street,
    [`${kind}_minor`]: street,
    [`${kind}_link`]: primary,
    [`${kind}_major`]: trunk,
    [`${kind}_highway`]: motorway,
  })
  const label = (kind: string, colour: string) => ({ [`${kind}_label`]: colour, [`${kind}_label_halo`]: halo })
  return {
    ...namedFlavor('light'),
    background: water,
    earth: land,
    park_a: park,
    park_b: park,
    wood_a: park,
    wood_b: park,
    scrub_a: park,
    scrub_b: park,
    hospital: built,
    industrial: built,
    school: built,
    pedestrian: built,
    glacier: land,
    sand: land,
    beach: land,
    aerodrome: built,
    runway: street,
    zoo: park,
    military: built,
    water,
    pier: street,
    buildings: built,
    minor_service_casing: casing,
    minor_casing: casing,
    link_casing: casing,
    major_casing_late: casing,
    major_casing_early: casing,
    highway_casing_late: casing,
    highway_casing_early: casing,
    other: street,
    minor_service: street,
    minor_a: street,
    minor_b: street,
    link: primary,
    major: trunk,
    highway: motorway,
    railway: ink.metro,
    boundaries: district,
    ...ways('tunnel'),
    ...ways('bridges'),
    roads_label_minor: roadName,
    roads_label_minor_halo: halo,
    roads_label_major: roadName,
    roads_label_major_halo: halo,
    ocean_label: ink.waterName,
    ...label('subplace', district),
    ...label('city', place),
    ...label('state', district),
    country_label: district,
    ...label('address', roadName),
    pois: {
      blue: ink.metroName,
      green: ink.parkName,
      lapis: ink.metroName,
      pink: district,
      red: district,
      slategray: district,
      tangerine: district,
      turquoise: district,
    },
    landcover: { grassland: land, barren: land, urban_area: built, farmland: land, glacier: land, scrub: land, forest: park },
  } as Flavor
}

/** The style of Protomaps in our colours, without its pictures: the names are drawn with the fonts of the machine, so that nothing is fetched. */
export const protomapsLayersIn = (source: string, ink: LandInk, language: 'zh-CN' | 'en'): LayerSpecification[] =>
  layers(source, flavorIn(ink), { lang: language === 'en' ? 'en' : 'zh-Hans' })
    .filter(({ id, type }) => type !== 'background' && id !== 'roads_oneway' && id !== 'roads_shields')
    .map((layer) => {
      const { layout, ...rest } = layer as LayerSpecification & { layout?: Record<string, unknown> }
      const kept = Object.entries(layout ?? {}).filter(([name]) => !name.startsWith('icon-') && name !== 'text-font')
      return { ...rest, id: `ground-${layer.id}`, ...(layout && { layout: Object.fromEntries(kept) }) } as LayerSpecification
    })
