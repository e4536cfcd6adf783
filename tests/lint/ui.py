# SPDX-License-Identifier: GPL-3.0-or-later
"""The templates: well-formed, listed, of widgets that every supported GTK has, and named for assistive technology."""
import re
import xml.etree.ElementTree as ET

# Deprecated by GTK 4.18 and libadwaita 1.7, and what they have that GTK 4.8 and libadwaita 1.2 lack.
DEPRECATED = set('''
    GtkDialog GtkMessageDialog GtkFileChooserNative GtkFileChooserDialog GtkFileChooserWidget GtkTreeView GtkListStore
    GtkTreeStore GtkIconView GtkComboBox GtkComboBoxText GtkInfoBar GtkColorButton GtkFontButton GtkAppChooserButton
    GtkAssistant GtkStatusbar GtkLockButton GtkVolumeButton GtkEntryCompletion GtkCellView
    AdwLeaflet AdwFlap AdwSqueezer AdwViewSwitcherTitle
    '''.split())
TOO_NEW = set('''
    AdwToolbarView AdwNavigationView AdwNavigationSplitView AdwNavigationPage AdwOverlaySplitView AdwBreakpoint
    AdwBreakpointBin AdwSwitchRow AdwSpinRow AdwBanner AdwDialog AdwAlertDialog AdwAboutDialog AdwPreferencesDialog
    AdwBottomSheet AdwSpinner AdwToggleGroup AdwToggle AdwWrapBox AdwInlineViewSwitcher AdwButtonRow AdwPropertyRow
    AdwMultiLayoutView AdwLayout AdwTabOverview GtkFileDialog GtkAlertDialog GtkUriLauncher GtkFontDialogButton
    GtkColorDialogButton GtkScrollInfo GtkPopoverBin
    '''.split())

BUTTONS = {'GtkButton', 'GtkToggleButton', 'GtkMenuButton', 'AdwSplitButton', 'GtkLinkButton'}
# No text of their own says what they are for. Rows of libadwaita have their title.
UNNAMED = {'GtkSearchEntry', 'GtkEntry', 'GtkPasswordEntry', 'GtkSpinButton', 'GtkDropDown', 'GtkSwitch', 'GtkScale',
           'GtkText', 'GtkTextView', 'GtkSourceView', 'GtkListView', 'GtkListBox', 'GtkGridView', 'GtkProgressBar'}

SHOWN = {'label', 'title', 'subtitle', 'description', 'tooltip-text', 'placeholder-text'}
HAS_WORD = re.compile(r'[^\W\d_]{2}')


def properties(element):
    return {p.get('name').replace('_', '-'): p for p in element.findall('property') if p.get('name')}


def is_icon_only(element):
    own = properties(element)
    if 'label' in own:
        return False
    if 'icon-name' in own:
        return True
    children = [c for c in element.findall('child/object')] + [o for o in element.findall('property/object')]
    return any(c.get('class') == 'GtkImage' for c in children)


def has_name(element):
    names = {p.get('name') for p in element.findall('accessibility/property')}
    names |= {p.get('name') for p in element.findall('accessibility/relation')}
    return bool(names & {'label', 'labelled-by'})


def is_presentation(element):
    role = properties(element).get('accessible-role')
    return role is not None and role.text in ('presentation', 'none')


def check_element(element):
    class_name = element.get('class') or ''
    where = element.get('id') or class_name
    if class_name in DEPRECATED or element.get('parent') in DEPRECATED:
        yield f'{where} is of a deprecated class'
    if class_name in TOO_NEW or element.get('parent') in TOO_NEW:
        yield f'{where} is of a class that the oldest supported libraries lack'
    if class_name in BUTTONS and is_icon_only(element) and not has_name(element):
        yield f'{where} ({class_name}) has an icon and no accessible label'
    if class_name in UNNAMED and not has_name(element) and not is_presentation(element):
        yield f'{where} ({class_name}) has no accessible label'


def check_translatable(element):
    for name, child in list(properties(element).items()):
        text = child.text or ''
        if name in SHOWN and HAS_WORD.search(text) and child.get('translatable') is None:
            yield f'"{text}" ({name}) is not marked as translatable'
    for child in element.findall('accessibility/property'):
        if child.get('name') in ('label', 'description') and HAS_WORD.search(child.text or ''):
            if child.get('translatable') is None:
                yield f'"{child.text}" (accessible {child.get("name")}) is not marked as translatable'


def listed_files(tree):
    listed = set()
    for path in tree.files('.gresource.xml'):
        for file in ET.parse(path).iter('file'):
            listed.add((path.parent / (file.text or '').strip()).resolve())
    return listed


def check(tree):
    listed = listed_files(tree)
    for path in tree.files('.ui', under='src'):
        name = tree.name(path)
        try:
            document = ET.parse(path)
        except ET.ParseError as error:
            yield f'{name}: {error}'
            continue
        if path.resolve() not in listed:
            yield f'{name}: in no gresource.xml'
        for element in document.iter():
            if element.tag in ('object', 'template'):
                yield from (f'{name}: {problem}' for problem in check_element(element))
                yield from (f'{name}: {problem}' for problem in check_translatable(element))
        for template in document.iter('template'):
            source = path.with_suffix('.c')
            if not source.exists():
                yield f'{name}: the template of {template.get("class")} has no {source.name} beside it'
