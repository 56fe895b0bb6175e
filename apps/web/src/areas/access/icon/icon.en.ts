export default {
  选择图标: 'Choose an icon',
  不用图标: 'No icon',
  '另有 {n} 个，请输入名称查找': '{n} more: type a name to find them',
  查找图标: 'Find an icon',
  图标名称: 'Icon name',
  '按英文名查找，如 car、phone': 'Find by name: car, phone',
  线框: 'Outlined',
  实底: 'Filled',
  双色: 'Two-tone',
  没有这样的图标: 'No such icon',
} satisfies Record<string, string>
