/* SPDX-License-Identifier: MIT */
#include "tui/tui.h"
#include <locale.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    struct app app; struct error err={0}; int sig=0; bool did;
    setlocale(LC_CTYPE,"");
    app_init(&app);
    if (argc>2) app.db_option=argv[2];
    if (app_load_settings(&app,&err)||app_open(&app,&err)||app_first_start(&app,&did,&err)||tui_run(&app,NULL,&sig,&err)) fprintf(stderr,"%s\n",err.text);
    app_release(&app);
    return 0;
}
