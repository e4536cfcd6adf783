# SPDX-License-Identifier: GPL-3.0-or-later
"""shortcuts-dialog.py HELP-OVERLAY OUTPUT

Writes the shortcuts once more, as the AdwShortcutsDialog that libadwaita 1.8 and newer show instead of a
GtkShortcutsWindow. Older ones never open it. The words are translated as those of the window they come from.
"""
import sys
import xml.etree.ElementTree as ET

TITLE = {'GtkShortcutsGroup': 'AdwShortcutsSection', 'GtkShortcutsShortcut': 'AdwShortcutsItem'}


def copy_object(parent, element):
    new = ET.SubElement(ET.SubElement(parent, 'child'), 'object', {'class': TITLE[element.get('class')]})
    for item in element.findall('property'):
        new.append(item)
    for child in element.findall('child/object'):
        copy_object(new, child)


def main(source, output):
    overlay = ET.parse(source)
    interface = ET.Element('interface', overlay.getroot().attrib)
    dialog = ET.SubElement(interface, 'object', {'class': 'AdwShortcutsDialog', 'id': 'shortcuts_dialog'})
    for group in overlay.iter('object'):
        if group.get('class') == 'GtkShortcutsGroup':
            copy_object(dialog, group)
    ET.ElementTree(interface).write(output, encoding='utf-8', xml_declaration=True)


main(*sys.argv[1:])
