export default {
  图标: 'Icons',
  '{n} 个': '{n}',
  查找图标: 'Find an icon',
  图标名称: 'Icon name',
  '按英文名查找，如 car、phone': 'Find by name: car, phone',
  线框: 'Outlined',
  实底: 'Filled',
  双色: 'Two-tone',
  没有这样的图标: 'No such icon',
} satisfies Record<string, string>
